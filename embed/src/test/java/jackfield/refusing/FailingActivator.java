package jackfield.refusing;

import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/** An activator that throws at the method that the header {@code Fails} names. */
public final class FailingActivator implements BundleActivator {
  /** An error of the bundle's own class. */
  private static final class Failed extends Exception {
    private static final long serialVersionUID = 1;

    Failed(String method) {
      super(method + " on purpose");
    }
  }

  private static void failAt(String method, BundleContext context) throws Failed {
    if (method.equals(context.getBundle().getHeaders().get("Fails"))) {
      throw new Failed(method);
    }
  }

  @Override
  public void start(BundleContext context) throws Exception {
    failAt("start", context);
  }

  @Override
  public void stop(BundleContext context) throws Exception {
    failAt("stop", context);
  }
}
