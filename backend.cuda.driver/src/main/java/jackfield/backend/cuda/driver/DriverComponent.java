package jackfield.backend.cuda.driver;

import jackfield.backend.cuda.driver.failure.NoDriver;
import jackfield.backend.cuda.driver.fallback.FallbackCounts;
import jackfield.error.InvalidArgument;
import jackfield.spi.Backend;
import jackfield.spi.DeviceControl;
import jackfield.spi.DeviceGraphs;
import jackfield.spi.DeviceStatus;
import jackfield.spi.KernelRegistrar;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Dictionary;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.osgi.framework.SynchronousBundleListener;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;

/**
 * Publishes each device that can be used as a service {@link GpuDevice}, and all of them as a
 * {@link DeviceGroup}. Without one it publishes nothing and says once why.
 */
@Component(
    service = {DeviceControl.class, DeviceStatus.class},
    immediate = true)
public final class DriverComponent implements DeviceControl {
  private static final System.Logger LOG = System.getLogger(DriverComponent.class.getName());

  private final BundleContext bundle;
  // The services of each device, by its number; guarded by this.
  private final Map<Integer, Deque<ServiceRegistration<?>>> published = new TreeMap<>();
  private ServiceRegistration<?> group; // guarded by this; null while it is withdrawn
  private final NoDriver none; // null if there is a device
  private final FallbackCounts counts = new FallbackCounts();
  private final SynchronousBundleListener makers = this::endGraphs;
  private volatile List<GpuDevice> devices; // written with the lock of this
  private ServiceRegistration<?> fallback; // null while it is off; guarded by this

  /**
   * Registers the memory of a device, so that the tensors in it have a fate when this bundle is
   * unplugged, and live on when bundles with kernels are. It has no kernels.
   */
  record MemoryBackend(GpuDevice gpu) implements Backend {
    @Override
    public String device() {
      return "cuda";
    }

    @Override
    public void register(KernelRegistrar kernels) {
      kernels.memory(gpu.context().domain());
    }
  }

  /** Looks for devices; called by Declarative Services. */
  @Activate
  public DriverComponent(BundleContext bundle) {
    this.bundle = bundle;
    NoDriver reason = null;
    List<GpuDevice> found = List.of();
    try {
      String library = System.getProperty("jackfield.cuda.library", DriverLibrary.STANDARD);
      found = GpuDevices.find(library, DeviceSettings.ofProperties());
    } catch (NoDriver missing) {
      reason = missing;
      LOG.log(System.Logger.Level.INFO, missing.getMessage());
    }
    none = reason;
    devices = found;
    publishAll();
    bundle.addBundleListener(makers);
    boolean _ = fallback(Boolean.getBoolean("jackfield.cuda.fallback"));
  }

  /** Ends the graphs of programs whose bundle was stopped; called by the framework. */
  private void endGraphs(BundleEvent event) {
    BundleWiring wiring =
        event.getType() == BundleEvent.STOPPED ? event.getBundle().adapt(BundleWiring.class) : null;
    ClassLoader loader = wiring == null ? null : wiring.getClassLoader();
    if (loader != null) {
      String name = event.getBundle().getSymbolicName();
      devices.forEach(device -> device.endGraphsOf(loader, name));
    }
  }

  /** Publishes the devices, then the group of them, so that backends start once. */
  private void publishAll() {
    devices.forEach(this::publish);
    publishGroup();
  }

  private void publishGroup() {
    if (!devices.isEmpty()) {
      DeviceGroup all = new DeviceGroup(devices);
      group = bundle.registerService(DeviceGroup.class, all, FrameworkUtil.asDictionary(Map.of()));
    }
  }

  private void publish(GpuDevice device) {
    Dictionary<String, Object> properties = FrameworkUtil.asDictionary(device.serviceProperties());
    String[] services = {GpuDevice.class.getName(), DeviceGraphs.class.getName()};
    Deque<ServiceRegistration<?>> own = new ArrayDeque<>();
    own.push(bundle.registerService(services, device, properties));
    own.push(register(new MemoryBackend(device)));
    published.put(device.ordinal(), own);
  }

  private ServiceRegistration<?> register(Backend backend) {
    return bundle.registerService(Backend.class, backend, FrameworkUtil.asDictionary(Map.of()));
  }

  @Override
  public synchronized boolean fallback(boolean isOn) {
    boolean wasOn = fallback != null;
    if (isOn && fallback == null && !devices.isEmpty()) {
      fallback = register(new FallbackBackend(new DeviceGroup(devices), counts));
    } else if (!isOn && fallback != null) {
      fallback.unregister();
      fallback = null;
    }
    return wasOn;
  }

  @Override
  public synchronized void reset(int ordinal) {
    if (ordinal < 0 || ordinal >= devices.size()) {
      throw new InvalidArgument(
          "reset",
          "ordinal",
          "must be one of %d devices, found %d".formatted(devices.size(), ordinal));
    }
    boolean fallsBack = fallback(false);
    withdrawGroup();
    withdraw(ordinal); // the others keep their memory, and the tensors in it
    List<GpuDevice> after = new ArrayList<>(devices);
    after.set(ordinal, devices.get(ordinal).reset());
    devices = after;
    publish(after.get(ordinal));
    publishGroup();
    boolean _ = fallback(fallsBack);
  }

  @Override
  public String device() {
    return "cuda";
  }

  @Override
  public synchronized String problem() {
    if (none != null) {
      return none.found();
    }
    boolean isUsable = devices.stream().anyMatch(GpuDevice::isUsable);
    return isUsable ? "" : "a kernel failed on each device";
  }

  @Override
  public String remedy() {
    if (none != null) {
      return none.remedy();
    }
    return problem().isEmpty() ? "" : "resetdevice cuda 0; the tensors on the device are lost";
  }

  @Override
  public synchronized List<String> devices() {
    List<String> lines = new ArrayList<>();
    devices.forEach(device -> lines.add(device.state()));
    if (fallback != null) {
      lines.add(counts.summary());
    }
    return lines;
  }

  private void withdrawGroup() {
    if (group != null) {
      group.unregister();
      group = null;
    }
  }

  private void withdraw(int ordinal) {
    Deque<ServiceRegistration<?>> own = published.remove(ordinal);
    if (own != null) { // else a reset that failed has withdrawn them
      own.forEach(ServiceRegistration::unregister);
    }
  }

  /** Withdraws the devices and releases their contexts; called by Declarative Services. */
  @Deactivate
  synchronized void stop() {
    bundle.removeBundleListener(makers);
    boolean _ = fallback(false);
    withdrawGroup();
    List.copyOf(published.keySet()).reversed().forEach(this::withdraw);
    GpuDevices.closeAll(devices);
  }
}
