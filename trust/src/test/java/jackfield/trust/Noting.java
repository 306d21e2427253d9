package jackfield.trust;

import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/** Notes that a class of its bundle has run. */
public final class Noting implements BundleActivator {
  /** Called by the framework. */
  public Noting() {}

  @Override
  public void start(BundleContext context) {
    System.setProperty(context.getBundle().getSymbolicName(), "ran");
  }

  @Override
  public void stop(BundleContext context) {} // leaves nothing behind
}
