package jackfield.demo;

import jackfield.spi.DeviceControl;
import jackfield.spi.Platform;
import jackfield.tools.backends.BackendChoice;
import java.nio.file.Path;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;

/** Finds the fast backend of a device, and makes the device usable without that backend. */
final class FastBackend {
  private final BundleContext context;
  private final BackendChoice choice;

  FastBackend(BundleContext context, Platform platform) {
    this.context = context;
    this.choice = BackendChoice.of(context, platform);
  }

  /**
   * Plugs the driver of a device other than the host, and the stand-in if it is wanted. Without the
   * backend, operators are computed on the CPU then. Returns the backend's jar.
   *
   * @throws jackfield.dispatch.PlugFailure if there is no such backend, stand-in or device
   */
  Path prepare(TrainingDevice wanted) {
    String type = wanted.device().type();
    Path jar = choice.prepare(type, wanted.isStandIn());
    try {
      for (ServiceReference<DeviceControl> each :
          context.getServiceReferences(DeviceControl.class, null)) {
        DeviceControl control = context.getService(each);
        if (control != null && control.device().equals(type)) {
          control.fallback(true);
        }
      }
    } catch (InvalidSyntaxException impossible) { // there is no filter
      throw new AssertionError(impossible);
    }
    return jar;
  }
}
