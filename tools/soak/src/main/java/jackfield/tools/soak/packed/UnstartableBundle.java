package jackfield.tools.soak.packed;

import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/** The activator of a bundle that cannot be started. */
public final class UnstartableBundle implements BundleActivator {
  /** Creates the activator; called by the framework. */
  public UnstartableBundle() {}

  @Override
  public void start(BundleContext context) {
    throw new IllegalStateException("no driver");
  }

  @Override
  public void stop(BundleContext context) {} // it was never started
}
