package jackfield.dispatcher.impl.lifecycle;

import java.util.concurrent.CompletableFuture;

/**
 * The requests to cancel the removal of one bundle.
 *
 * <p><em>Threads</em>: safe for use by several threads.
 */
final class CancelRequest {
  private static final CompletableFuture<Boolean> TOO_LATE =
      CompletableFuture.completedFuture(false);

  private CompletableFuture<Boolean> asked; // null without a request; guarded by this
  private boolean isBlocked; // guarded by this
  private boolean isClosed; // guarded by this

  /** Asks for a cancellation; the future completes with whether the bundle is restored. */
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

  /** Returns whether a restoration failed, as other registrations prevented it. */
  synchronized boolean isBlocked() {
    return isBlocked;
  }

  /** Refuses later requests unless one is pending; returns whether it is closed. */
  synchronized boolean close() {
    isClosed = asked == null;
    return isClosed;
  }

  /** Completes the pending request: the bundle is restored. */
  synchronized void done() {
    isClosed = true;
    answer(true);
  }

  /** Completes the pending request with false; another request may follow. */
  synchronized void blocked() {
    isBlocked = true;
    answer(false);
  }

  /** Completes the pending request with false and refuses later ones: no thread would answer. */
  synchronized void abandoned() {
    isClosed = true;
    answer(false);
  }

  private void answer(boolean isRestored) {
    if (asked != null) {
      asked.complete(isRestored);
      asked = null;
    }
  }
}
