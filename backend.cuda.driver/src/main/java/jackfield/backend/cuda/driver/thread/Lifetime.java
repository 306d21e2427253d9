package jackfield.backend.cuda.driver.thread;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Whether something with work of its own is open, and the threads that have entered it. It is
 * closed for its users first; its work is done later, and then it is released.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class Lifetime {
  private final List<Thread> inside = new ArrayList<>(); // guarded by this
  private volatile State state = State.OPEN; // written with the lock of this
  private volatile boolean isDone; // written by the thread that closes

  private enum State {
    OPEN,
    CLOSING,
    CLOSED
  }

  /** Returns whether no more work is accepted. */
  public boolean isClosed() {
    return state != State.OPEN;
  }

  /** Returns whether all work is done; false while a close waits for it. */
  public boolean isDone() {
    return isDone;
  }

  /** Notes that the calling thread has entered; returns false if no more work is accepted. */
  public synchronized boolean enter() {
    return state == State.OPEN && inside.add(Thread.currentThread());
  }

  /** Notes that the calling thread has left. */
  public synchronized void leave() {
    inside.remove(Thread.currentThread());
  }

  /**
   * Closes it: no more work is accepted, its work is waited for, and it is released. Does nothing
   * but wait if another thread closes it or has closed it. If the wait throws and {@code isLost} is
   * false, it is open again.
   *
   * @param refusal receives a living thread that has entered, before anything else, and may throw
   * @param await waits for its work
   * @param isLost returns whether its work ended with what it belongs to
   * @param release calls {@link #workIsDone} and releases it
   */
  public void close(
      Consumer<Thread> refusal, Runnable await, BooleanSupplier isLost, Runnable release) {
    if (!begin(refusal)) {
      return;
    }
    State after = State.OPEN;
    try {
      try {
        await.run();
        after = State.CLOSED;
      } finally {
        if (after == State.CLOSED || isLost.getAsBoolean()) {
          after = State.CLOSED;
          release.run();
        }
      }
    } finally {
      end(after);
    }
  }

  private synchronized boolean begin(Consumer<Thread> refusal) {
    awaitOtherClose();
    if (state == State.CLOSED) {
      return false;
    }
    inside.removeIf(each -> !each.isAlive());
    if (!inside.isEmpty()) {
      refusal.accept(inside.getFirst());
    }
    state = State.CLOSING;
    return true;
  }

  // Holds: the lock of this.
  private void awaitOtherClose() {
    boolean isInterrupted = false;
    while (state == State.CLOSING) {
      try {
        wait();
      } catch (InterruptedException _) {
        isInterrupted = true; // the other close waits for a device, which does not stop either
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void end(State after) {
    state = after;
    notifyAll();
  }

  /** Notes that all work is done. */
  public void workIsDone() {
    isDone = true;
  }
}
