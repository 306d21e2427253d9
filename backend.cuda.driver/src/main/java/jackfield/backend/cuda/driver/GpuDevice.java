package jackfield.backend.cuda.driver;

import jackfield.backend.cuda.driver.failure.CudaFailure;
import jackfield.backend.cuda.driver.failure.DeviceEntryRefused;
import jackfield.backend.cuda.driver.failure.HandleReleased;
import jackfield.backend.cuda.driver.report.DeviceProperties;
import jackfield.backend.cuda.driver.thread.ThreadValues;
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
  private final ThreadValues<Entered> current; // of all devices of the driver
  private GpuContext context; // guarded by this; null until the first use and after close()
  private boolean isClosed; // guarded by this

  /** Makes a device the current one of a thread until it is closed. */
  public final class Entered implements AutoCloseable {
    private final Entered former; // null for none
    private final GpuDevice capturing; // whose capture the thread is in; null for none
    private final Thread thread = Thread.currentThread();
    private boolean isLeft; // written by the thread only

    private Entered(Entered former, GpuDevice capturing) {
      this.former = former;
      this.capturing = capturing;
    }

    private int ordinal() {
      return properties.ordinal();
    }

    /**
     * Makes the device current that was current before; does nothing a second time.
     *
     * @throws DeviceEntryRefused in another thread than the one that entered, or if the thread has
     *     entered a device after this one and not left it
     */
    @Override
    public void close() {
      if (thread != Thread.currentThread()) {
        throw DeviceEntryRefused.ofOther(thread);
      }
      if (!isLeft) {
        if (current.get(null) != this) {
          throw DeviceEntryRefused.outOfOrder();
        }
        isLeft = true;
        Entered _ = current.set(former);
      }
    }
  }

  GpuDevice(
      DriverLibrary library,
      DeviceProperties properties,
      DeviceSettings settings,
      ThreadValues<Entered> current) {
    this.library = library;
    this.properties = properties;
    this.settings = settings;
    this.current = current;
  }

  /**
   * Makes this the current device of the calling thread until the result is closed, in the order of
   * a stack. New tensors of a device without a number are made on the current one. Kernels compute
   * on the device of their tensors, whichever is current.
   */
  public Entered enter() {
    Entered former = current.get(null);
    Entered entered = new Entered(former, former == null ? null : former.capturing);
    Entered _ = current.set(entered);
    return entered;
  }

  /** Runs the body of a capture; this is the current device until it ends. */
  void runCaptured(Runnable body) {
    refuseInOtherCapture();
    Entered former = current.get(null);
    Entered _ = current.set(new Entered(former, this));
    try {
      body.run();
    } finally {
      Entered _ = current.set(former); // whatever the body has entered and not left
    }
  }

  /** Throws in a capture of another device: this device's work is not in it. */
  void refuseInOtherCapture() {
    Entered entered = current.get(null);
    GpuDevice capturing = entered == null ? null : entered.capturing;
    if (capturing != null && capturing.ordinal() != ordinal()) {
      capturing.context().stream()
          .work()
          .refuseInCapture("work of " + device(), "a graph has the work of one device");
    }
  }

  /** Returns whether this is the current device of the calling thread. */
  public boolean isCurrent() {
    return currentOrdinal() == properties.ordinal();
  }

  /** Returns the number of the calling thread's current device; 0 if it has entered none. */
  int currentOrdinal() {
    Entered entered = current.get(null);
    return entered == null ? 0 : entered.ordinal();
  }

  int ordinal() {
    return properties.ordinal();
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

  /**
   * Returns a graph of what {@code body} launches, see {@link GpuContext#capture}. This is the
   * current device meanwhile; kernels of another one are refused.
   */
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
    return new GpuDevice(library, properties, settings, current);
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
