package jackfield.dispatch;

import jackfield.context.DispatchContext;

/**
 * What was registered, as a handle that takes it back.
 *
 * <p><em>Threads</em>: safe for all.
 */
public interface Registration extends AutoCloseable {
  /**
   * Takes the registration back at once and returns the wait for those who are inside; calls from
   * here on find the next in line. A second call returns the same.
   */
  Drain withdraw();

  /**
   * Takes the registration back and waits until nobody is inside any more, or the deadline of 10 s
   * has passed. From inside a call it does not wait, since that would be for itself. An
   * interruption does not end the wait: callers free what the calls were using.
   */
  @Override
  default void close() {
    Drain drain = withdraw();
    if (DispatchContext.current().epoch() == 0) {
      boolean _ = drain.awaitUninterruptibly(Drain.DEADLINE);
    }
  }
}
