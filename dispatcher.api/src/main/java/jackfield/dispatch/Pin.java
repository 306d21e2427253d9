package jackfield.dispatch;

import jackfield.context.DispatchContext;
import jackfield.error.InvalidArgument;

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
   * Ends the region; a second call does nothing. Close it outside of the calls made in it: a kernel
   * that closed it would run on outside any generation.
   *
   * @throws InvalidArgument on a thread that did not open it; nothing changes
   */
  @Override
  public void close() {
    if (context.thread() != Thread.currentThread()) {
      throw new InvalidArgument(
          "Pin.close",
          "thread",
          "%s did not open the pin, %s did; close it there, with try (Pin _ = Pin.open())"
              .formatted(Thread.currentThread(), context.thread()));
    }
    if (outermost) {
      outermost = false;
      context.epoch = 0; // needs no stack frame, so it works after a stack overflow too
    }
  }
}
