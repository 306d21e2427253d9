package jackfield.backend.cuda.driver;

import jackfield.spi.Backend;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Dictionary;
import java.util.List;
import java.util.Map;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;

/**
 * Publishes each device that can be used as a service {@link GpuDevice}. Without one it publishes
 * nothing and says once why.
 */
@Component(service = DeviceReset.class, immediate = true)
public final class DriverComponent implements DeviceReset {
  private static final System.Logger LOG = System.getLogger(DriverComponent.class.getName());

  private final BundleContext bundle;
  private final Deque<ServiceRegistration<?>> registrations = new ArrayDeque<>();
  private List<GpuDevice> devices; // guarded by this
  private final String problem;

  /** Looks for devices; called by Declarative Services. */
  @Activate
  public DriverComponent(BundleContext bundle) {
    this.bundle = bundle;
    String said = "";
    List<GpuDevice> found = List.of();
    try {
      String library = System.getProperty("jackfield.cuda.library", DriverLibrary.STANDARD);
      found = Devices.find(library, DeviceSettings.ofProperties());
    } catch (NoDriver none) {
      said = none.getMessage();
      LOG.log(System.Logger.Level.INFO, said);
    }
    devices = found;
    problem = said;
    devices.forEach(this::publish);
  }

  private void publish(GpuDevice device) {
    Dictionary<String, Object> properties = FrameworkUtil.asDictionary(device.serviceProperties());
    registrations.push(bundle.registerService(GpuDevice.class, device, properties));
    registrations.push(
        bundle.registerService(
            Backend.class, new DeviceBackend(device), FrameworkUtil.asDictionary(Map.of())));
  }

  @Override
  public synchronized void reset(int ordinal) {
    withdraw();
    List<GpuDevice> after = new ArrayList<>();
    for (GpuDevice device : devices) {
      after.add(device.properties().ordinal() == ordinal ? device.reset() : device);
    }
    devices = after;
    devices.forEach(this::publish);
  }

  @Override
  public String problem() {
    return problem;
  }

  private void withdraw() {
    while (!registrations.isEmpty()) {
      registrations.pop().unregister();
    }
  }

  /** Withdraws the devices and releases their contexts; called by Declarative Services. */
  @Deactivate
  synchronized void stop() {
    withdraw();
    devices.forEach(GpuDevice::close);
  }
}
