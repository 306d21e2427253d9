package jackfield.dispatch;

import jackfield.context.DispatchContext;

/**
 * A region in which all calls of a thread see one generation of all operators, such as a training
 * step.
 *
 * <p>The removal of a bundle waits for the end of the region, so keep regions short. A region ends
 * with its thread at the latest.
 *
 * <p><em>Threads</em>: opened and closed by one thread; regions nest.
 */
public final class Pin implements AutoCloseable {
  private final DispatchContext context;
  private boolean outermost;

  private Pin(DispatchContext context) {
    this.context = context;
    this.outermost = context.enter(0);
  }

  /** Opens a region for the calling thread. */
  public static Pin open() {
    return new Pin(DispatchContext.current());
  }

  /** Returns the epoch that the region sees. */
  public long epoch() {
    return context.epoch();
  }

  /**
   * Ends the region; a second call does nothing.
   *
   * @throws IllegalStateException if called on another thread than the one that opened it
   */
  @Override
  public void close() {
    if (context.thread() != Thread.currentThread()) {
      throw new IllegalStateException(
          "a pin is closed by the thread that opened it, " + context.thread().getName());
    }
    if (outermost) {
      outermost = false;
      context.epoch = 0; // needs no stack frame, so it works after a stack overflow too
    }
  }
}
