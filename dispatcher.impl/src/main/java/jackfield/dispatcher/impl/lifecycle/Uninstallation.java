package jackfield.dispatcher.impl.lifecycle;

import jackfield.dispatcher.impl.whiteboard.WhiteboardComponent;
import jackfield.spi.PlugSteps.Step;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;

/**
 * Stops and uninstalls a bundle that no thread executes. A step that fails is logged, and the next
 * one follows: the bundle's kernels are withdrawn, so it cannot stay.
 */
final class Uninstallation implements BundleRemoval.LastStep {
  private static final System.Logger LOG = System.getLogger(Uninstallation.class.getName());

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
    attempt(bundle::stop, name + " does not stop; it is uninstalled");
    attempt(
        () -> steps.before(Step.UNINSTALL, WhiteboardComponent.shortName(bundle)),
        name + ": UNINSTALL failed; it is uninstalled anyway");
    attempt(bundle::uninstall, name + " cannot be uninstalled");
  }

  private static void attempt(Work work, String failure) {
    try {
      work.run();
    } catch (BundleException | RuntimeException | Error thrown) { // the bundle's edge
      LOG.log(System.Logger.Level.ERROR, failure, thrown);
    }
  }
}
