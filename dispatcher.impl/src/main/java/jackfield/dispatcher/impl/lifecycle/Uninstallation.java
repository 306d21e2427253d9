package jackfield.dispatcher.impl.lifecycle;

import jackfield.dispatcher.impl.whiteboard.WhiteboardComponent;
import jackfield.spi.PlugSteps.Step;
import java.util.function.BooleanSupplier;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;

/**
 * Stops and uninstalls a bundle that no thread executes. A step that fails is logged, and the next
 * one follows: the bundle's kernels are withdrawn, so it cannot stay.
 */
final class Uninstallation implements BundleRemoval.LastStep {
  private static final System.Logger LOG = System.getLogger(Uninstallation.class.getName());

  private static final int MOST_TRIES = 10;

  private final Steps steps;

  Uninstallation(Steps steps) {
    this.steps = steps;
  }

  private interface Work {
    void run() throws BundleException;
  }

  @Override
  public void remove(Bundle bundle) {
    String name = bundle.toString();
    stop(bundle, 0);
    attempt(
        () -> steps.before(Step.UNINSTALL, WhiteboardComponent.shortName(bundle)),
        () -> true,
        name + ": UNINSTALL failed; it is uninstalled anyway");
    uninstall(bundle);
  }

  /**
   * Stops a bundle. A failure is logged: the framework stops a bundle whose activator throws, too.
   *
   * @param options those of {@link Bundle#stop(int)}
   */
  static void stop(Bundle bundle, int options) {
    attempt(
        () -> bundle.stop(options),
        () -> !isRunning(bundle),
        bundle + " does not stop as it should");
  }

  /** Uninstalls a bundle; a failure is logged. */
  static void uninstall(Bundle bundle) {
    attempt(
        bundle::uninstall,
        () -> bundle.getState() == Bundle.UNINSTALLED,
        bundle + " cannot be uninstalled");
  }

  private static boolean isRunning(Bundle bundle) {
    return (bundle.getState() & (Bundle.STARTING | Bundle.ACTIVE | Bundle.STOPPING)) != 0;
  }

  /**
   * Runs a step until it succeeds or its end is reached, at most {@value #MOST_TRIES} times. Felix
   * gives up when a thread is interrupted that waits for the lock of a bundle, and it interrupts
   * such threads itself. An interruption of the caller is kept for it.
   */
  private static void attempt(Work work, BooleanSupplier isOver, String failure) {
    boolean isInterrupted = Thread.interrupted();
    for (int tries = 1; !succeeds(work, isOver, failure, tries == MOST_TRIES); tries++) {
      isInterrupted |= Thread.interrupted();
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean succeeds(
      Work work, BooleanSupplier isOver, String failure, boolean isLast) {
    try {
      work.run();
      return true;
    } catch (BundleException | RuntimeException | Error thrown) { // the bundle's edge
      if (isLast || isOver.getAsBoolean()) {
        LOG.log(System.Logger.Level.ERROR, failure, thrown);
        return true;
      }
      return false;
    }
  }
}
