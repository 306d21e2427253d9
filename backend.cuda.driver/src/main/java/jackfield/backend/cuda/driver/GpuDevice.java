package jackfield.backend.cuda.driver;

import jackfield.backend.cuda.driver.report.DeviceProperties;
import jackfield.memory.Device;
import jackfield.spi.DeviceGraphs;
import java.util.Map;
import java.util.TreeMap;

/**
 * A device that kernels can be launched on; an OSGi service of the driver's bundle. The driver's
 * context is created by the first use of {@link #context}.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class GpuDevice implements DeviceGraphs {
  private static final double GIBIBYTE = 1 << 30;

  private final DriverLibrary library;
  private final DeviceProperties properties;
  private final DeviceSettings settings;
  private GpuContext context; // guarded by this; null until the first use and after close()
  private boolean isClosed; // guarded by this

  GpuDevice(DriverLibrary library, DeviceProperties properties, DeviceSettings settings) {
    this.library = library;
    this.properties = properties;
    this.settings = settings;
  }

  /** Returns what the driver says about the device. */
  public DeviceProperties properties() {
    return properties;
  }

  /** Returns the device of tensors in its memory. */
  @Override
  public Device device() {
    return new Device("cuda", properties.ordinal());
  }

  /**
   * Returns the device's context and creates it at the first call.
   *
   * @throws HandleReleased after the bundle was stopped or the device was reset
   * @throws CudaFailure if the driver refuses it
   */
  public synchronized GpuContext context() {
    if (isClosed) {
      throw new HandleReleased("the device " + device(), "its context");
    }
    if (context == null) {
      context = GpuContext.create(library, this, settings);
    }
    return context;
  }

  @Override
  public Content content() {
    return context().content();
  }

  /** Returns a graph of what {@code body} launches, see {@link GpuContext#capture}. */
  @Override
  public GpuGraph capture(Runnable body) {
    return context().capture(body);
  }

  /** Returns whether a context exists, so that asking about memory does not create one. */
  public synchronized boolean isActive() {
    return context != null;
  }

  /** Returns whether work can be done on the device. */
  synchronized boolean isUsable() {
    return !isClosed && (context == null || context.isUsable());
  }

  /** Returns what a user is shown: the device, and its memory or why it is unusable. */
  synchronized String state() {
    String title =
        "%s, compute capability %d.%d, %.1f GiB, "
            .formatted(
                this, properties.major(), properties.minor(), properties.memoryBytes() / GIBIBYTE);
    return title + (context == null ? "not used yet" : context.state());
  }

  /** Releases the context and everything in it. */
  synchronized void close() {
    isClosed = true;
    if (context != null) {
      try {
        context.close();
      } finally {
        context = null;
      }
    }
  }

  /**
   * Destroys the context with all memory, streams and modules in it, of this and of other users in
   * the process, and returns the device as it is afterwards. It is for a device that a kernel has
   * made unusable. Tensors in its memory are lost.
   */
  synchronized GpuDevice reset() {
    isClosed = true;
    if (context != null) {
      context.reset();
      context = null;
    }
    return new GpuDevice(library, properties, settings);
  }

  /** Ends the graphs that a stopped bundle has captured. */
  void endGraphsOf(ClassLoader maker, String bundle) {
    GpuContext open;
    synchronized (this) {
      open = context;
    }
    if (open != null) {
      open.endGraphsOf(maker, bundle);
    }
  }

  /** Returns the properties of the OSGi service. */
  Map<String, Object> serviceProperties() {
    Map<String, Object> map = new TreeMap<>();
    map.put("cuda.ordinal", properties.ordinal());
    map.put("cuda.name", properties.name());
    map.put("cuda.compute.capability", properties.major() + "." + properties.minor());
    map.put("cuda.memory.bytes", properties.memoryBytes());
    map.put("cuda.pci", properties.pciBusId());
    map.put("cuda.multiprocessors", properties.multiprocessors());
    return map;
  }

  @Override
  public String toString() {
    return device() + " " + properties.name();
  }
}
