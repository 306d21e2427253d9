package jackfield.spi;

/**
 * Hears of each step while bundles come and go; an OSGi service. Tests delay or fail a step with
 * it: what it throws counts as the step's own failure. Up to {@link Step#DRAIN} a failed step puts
 * all back as it was; behind it what leaves has been told, so the failure is logged and the request
 * is done, except that an update brings the former content back.
 *
 * <p><em>Threads</em>: called by the thread that makes the step, before the step, under no lock.
 */
public interface PlugSteps {
  /** The steps, in the order in which a swap makes them. */
  enum Step {
    /** A bundle's file is installed. */
    INSTALL,
    /** A bundle is started; what it publishes is collected. */
    START,
    /** What was collected is checked: against the reference, or what it replaces. */
    CHECK,
    /** What was collected becomes part of the tables, and what leaves goes from them. */
    COMMIT,
    /** The calls inside what left are waited for. */
    DRAIN,
    /** What left is asked to end its own work. */
    QUIESCE,
    /** A bundle that left is stopped. */
    STOP,
    /** A bundle that was stopped gets its next content. */
    UPDATE,
    /** A bundle that was stopped is uninstalled. */
    UNINSTALL
  }

  /** Hears that {@code step} is about to be made for {@code bundle}. */
  void before(Step step, String bundle);
}
