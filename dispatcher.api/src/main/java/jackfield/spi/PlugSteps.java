package jackfield.spi;

/**
 * Receives a call before each step of plugging, unplugging, swapping and updating; an OSGi service.
 * Tests use it to delay or fail a step: an exception it throws counts as the step's own failure. A
 * step up to {@link Step#DRAIN} that fails is rolled back. After it, the removed bundle has been
 * notified, so the failure is logged and the request is completed. Only an update restores the
 * former content.
 *
 * <p><em>Threads</em>: called by the thread that executes the step, before the step, without a
 * lock.
 */
public interface PlugSteps {
  /** The steps, in the order of a swap. */
  enum Step {
    /** A bundle's file is installed. */
    INSTALL,
    /** A bundle is started; its services are collected. */
    START,
    /** The collected services are checked against the reference or the bundle they replace. */
    CHECK,
    /** One commit publishes the collected registrations and withdraws the old ones. */
    COMMIT,
    /** The drain waits for calls of withdrawn kernels. */
    DRAIN,
    /** The {@link Quiescent} services of the removed bundle end their own work. */
    QUIESCE,
    /** A removed bundle is stopped. */
    STOP,
    /** A stopped bundle gets its new content. */
    UPDATE,
    /** A stopped bundle is uninstalled. */
    UNINSTALL
  }

  /** Receives the notice that {@code step} is about to run for {@code bundle}. */
  void before(Step step, String bundle);
}
