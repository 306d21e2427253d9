package jackfield.dispatcher.impl.lifecycle;

import java.util.concurrent.CompletableFuture;

/**
 * Whether a bundle on its way out is wanted back.
 *
 * <p><em>Threads</em>: safe for all.
 */
final class CancelRequest {
  private static final CompletableFuture<Boolean> TOO_LATE =
      CompletableFuture.completedFuture(false);

  private CompletableFuture<Boolean> asked; // null if nobody waits; guarded by this
  private boolean isBlocked; // guarded by this
  private boolean isClosed; // guarded by this

  /** Asks for the bundle; completes with whether it is back. */
  synchronized CompletableFuture<Boolean> ask() {
    if (isClosed) {
      return TOO_LATE;
    }
    asked = asked == null ? new CompletableFuture<>() : asked;
    return asked;
  }

  synchronized boolean isAsked() {
    return asked != null;
  }

  /** Returns whether others were in the way when it was tried. */
  synchronized boolean isBlocked() {
    return isBlocked;
  }

  /** Closes it unless somebody has asked; returns whether it is closed. */
  synchronized boolean close() {
    isClosed = asked == null;
    return isClosed;
  }

  /** Tells who has asked that the bundle is back. */
  synchronized void done() {
    isClosed = true;
    answer(true);
  }

  /** Tells who has asked that others are in the way; somebody may ask again. */
  synchronized void blocked() {
    isBlocked = true;
    answer(false);
  }

  private void answer(boolean isBack) {
    if (asked != null) {
      asked.complete(isBack);
      asked = null;
    }
  }
}
