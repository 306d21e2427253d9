package jackfield.dispatch;

import jackfield.context.DispatchContext;

/**
 * A handle that withdraws what was registered.
 *
 * <p><em>Threads</em>: safe for all.
 */
public interface Registration extends AutoCloseable {
  /**
   * Withdraws the registration at once and returns the drain of running calls. Later calls use the
   * next kernel in order. A second call returns the same drain.
   */
  Drain withdraw();

  /**
   * Withdraws the registration and waits until running calls have ended, for at most 10 s. From
   * inside a call it does not wait, because it would wait for itself. An interrupt does not end the
   * wait. A caller that frees memory afterwards which calls may use must take the drain from {@link
   * #withdraw} and check that it is done.
   */
  @Override
  default void close() {
    Drain drain = withdraw();
    if (DispatchContext.current().epoch() == 0) {
      boolean _ = drain.awaitUninterruptibly(Drain.DEADLINE);
    }
  }
}
