package jackfield.backend.cuda.driver;

import jackfield.backend.cuda.driver.Handles.Address;
import jackfield.backend.cuda.driver.thread.ThreadValues;
import jackfield.memory.MemoryDomain;
import jackfield.spi.DeviceGraphs;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdevice;
import jcuda.driver.JCudaDriver;

/**
 * The driver's context of a device: what was created in it ends with it. Each method makes the
 * context current for the calling thread, so threads need no preparation.
 *
 * <p>A failed kernel makes a context unusable for good. The first call that learns of it throws
 * {@link CudaFailure}, all later ones {@link DevicePoisoned}.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class GpuContext {
  // Results after which the driver refuses everything: illegal addresses and instructions, failed
  // assertions, launches that ran too long, faults of the hardware, a device that was taken out.
  private static final Set<Integer> STICKY =
      Set.of(46, 214, 220, 700, 702, 710, 714, 715, 716, 717, 718, 719, 999);

  private final GpuDevice device;
  private final CUdevice handle;
  private final CUcontext context;
  private final MethodHandle launch;
  private final DeviceSettings settings;
  private final LaunchHistory launches = new LaunchHistory();
  private final Set<GpuStream> streams = ConcurrentHashMap.newKeySet();
  private final Set<KernelModule> modules = ConcurrentHashMap.newKeySet();
  private final MemoryDomain domain;
  private final DeviceMemory memory;
  private final PinnedPool pinned = new PinnedPool(this);
  private final ThreadValues<GpuStream> current = new ThreadValues<>();
  private final Set<GraphCapture> captures = new HashSet<>(); // guarded by itself
  private final Set<GpuGraph.Executable> graphs = ConcurrentHashMap.newKeySet();
  private volatile boolean isMemoryShared; // true once a thread has entered a stream
  private volatile CudaFailure poison; // the first sticky failure; null while usable
  private volatile boolean isClosed;
  private GpuStream stream; // written by create() before the context is published

  private GpuContext(
      GpuDevice device,
      CUdevice handle,
      CUcontext context,
      MethodHandle launch,
      DeviceSettings settings) {
    this.device = device;
    this.handle = handle;
    this.context = context;
    this.launch = launch;
    this.settings = settings;
    this.memory = new DeviceMemory(this, settings.memoryFraction());
    this.domain = new MemoryDomain(device.device(), memory, settings.fate());
  }

  static GpuContext create(DriverLibrary library, GpuDevice device, DeviceSettings settings) {
    CUdevice handle = Devices.handle(device.properties().ordinal());
    CUcontext context = new CUcontext();
    int result = JCudaDriver.cuDevicePrimaryCtxRetain(context, handle);
    GpuContext created = new GpuContext(device, handle, context, library.launch(), settings);
    created.check("cuDevicePrimaryCtxRetain", result);
    created.stream = created.createStream();
    return created;
  }

  /** Returns the device. */
  public GpuDevice device() {
    return device;
  }

  /** Returns the domain of tensors in the device's memory. */
  public MemoryDomain domain() {
    return domain;
  }

  /**
   * Returns the current stream of the calling thread, on which its kernels and copies run: the one
   * that it has entered last, or else the stream of the context.
   */
  public GpuStream stream() {
    return current.get(stream);
  }

  /**
   * Runs {@code body} without computing anything, and returns a graph of all kernels and copies
   * within the device that the calling thread launched. What other threads launch is not captured,
   * and work of other streams neither.
   *
   * <p>The body should have run before without a capture: the kernels and plans that it uses are
   * loaded then.
   *
   * @throws jackfield.backend.cuda.driver.capture.CaptureRefused if the body did what a graph
   *     cannot repeat: a copy from or to the host, a wait, a check of indexes that waits, an
   *     operator that is computed on the host, or a capture. The streams can be used afterwards
   * @throws DeviceOutOfMemory if the pool of the graph cannot grow
   */
  public GpuGraph capture(Runnable body) {
    return GpuGraph.capture(this, body);
  }

  /** Returns the device's memory. */
  public DeviceMemory memory() {
    return memory;
  }

  /** Returns the pinned host memory of copies that do not block. */
  public PinnedPool pinned() {
    return pinned;
  }

  /** Returns whether the context is open and no kernel has made the device unusable. */
  public boolean isUsable() {
    return poison == null && !isClosed;
  }

  /** Creates a stream, whose work runs beside that of other streams. */
  public GpuStream createStream() {
    enter("cuStreamCreate");
    Handles.StreamHandle created = new Handles.StreamHandle();
    check("cuStreamCreate", JCudaDriver.cuStreamCreate(created, 1)); // not tied to stream 0
    GpuStream added = new GpuStream(this, created);
    streams.add(added);
    return added;
  }

  /** Creates an event. */
  public GpuEvent createEvent() {
    return GpuEvent.create(this);
  }

  /**
   * Loads kernels.
   *
   * @param name what errors name
   * @param ptx the text of PTX
   * @param bundle the bundle that errors name
   * @throws CudaFailure if the driver does not accept it
   */
  public KernelModule load(String name, byte[] ptx, String bundle) {
    KernelModule module = KernelModule.load(this, name, ptx, bundle);
    modules.add(module);
    return module;
  }

  /** Returns what is in the context. */
  public DeviceGraphs.Content content() {
    AllocatorStatistics memoryNow = memory.statistics();
    int open;
    synchronized (captures) {
      open = captures.size();
    }
    return new DeviceGraphs.Content(
        memoryNow.usedBytes(),
        memoryNow.reservedBytes(),
        streams.size(),
        graphs.size() + open,
        modules.size());
  }

  /** Waits for all work on the device. */
  public void awaitIdleBlocking() {
    enter("cuCtxSynchronize");
    stream().refuseInCapture("a wait for the device", "nothing is computed before a replay");
    synchronized (captures) {
      if (captures.isEmpty()) {
        check("cuCtxSynchronize", JCudaDriver.cuCtxSynchronize());
        return;
      }
    }
    ends()
        .forEach(end -> { // the driver refuses to wait for a context with a capture
          try (GpuEvent _ = end) {
            end.awaitBlocking();
          }
        });
  }

  /** Returns an event for each stream, after the work that it has now; the caller closes them. */
  public List<GpuEvent> ends() {
    List<GpuEvent> ends = new ArrayList<>();
    for (GpuStream each : streams) {
      synchronized (each) { // it is not closed meanwhile
        if (!each.isClosed() && !each.isCapturing()) {
          GpuEvent end = createEvent();
          ends.add(end);
          end.record(each);
        }
      }
    }
    return ends;
  }

  /**
   * Ends the graphs and captures that use a library or a module of kernels, before it is released.
   * Replays that run are waited for, and later ones are refused.
   *
   * @param user the owner of captured work
   */
  public void withdrawGraphs(Object user) {
    withdrawGraphs(capture -> capture.bundleOf(user));
  }

  /** Ends the graphs and captures whose body is of a class loader. */
  void endGraphsOf(ClassLoader maker, String bundle) {
    withdrawGraphs(capture -> capture.isMadeBy(maker) ? bundle : null);
  }

  /** Ends captures and graphs; {@code reason} says what ends one, null that it stays. */
  private void withdrawGraphs(Function<GraphCapture, String> reason) {
    List<GraphCapture> open;
    synchronized (captures) {
      open = List.copyOf(captures);
    }
    for (GraphCapture each : open) { // before the graphs: a capture may become one meanwhile
      String found = reason.apply(each);
      if (found != null) {
        each.abort(found);
      }
    }
    for (GpuGraph.Executable each : graphs) {
      String found = reason.apply(each.capture());
      if (found != null) {
        each.end(found);
      }
    }
  }

  // ---- for the other classes of this package

  /** Makes a stream the current one of the thread, null for the context's; returns the former. */
  GpuStream setCurrent(GpuStream entered) {
    return current.set(entered);
  }

  /** Has each launch note the memory that it uses, since it may be used by several streams. */
  void shareMemory() {
    isMemoryShared = true;
  }

  boolean isMemoryShared() {
    return isMemoryShared;
  }

  void begin(GraphCapture capture, Runnable start) {
    synchronized (captures) {
      captures.add(capture);
      start.run();
    }
  }

  void end(GraphCapture capture) {
    synchronized (captures) {
      captures.remove(capture);
    }
  }

  void add(GpuGraph.Executable graph) {
    graphs.add(graph);
  }

  void remove(GpuGraph.Executable graph) {
    graphs.remove(graph);
  }

  MethodHandle launch() {
    return launch;
  }

  boolean isBlocking() {
    return settings.isBlocking();
  }

  LaunchHistory launches() {
    return launches;
  }

  void forget(GpuStream closed) {
    streams.remove(closed);
    memory.settleBlocking();
    memory.unreserve(closed);
  }

  void forget(KernelModule closed) {
    modules.remove(closed);
  }

  /** Returns a line about the memory, or about the failure that made the device unusable. */
  String state() {
    CudaFailure first = poison;
    return first == null
        ? memory.statistics().summary()
            + ", %d bytes of the host pinned".formatted(pinned.statistics().reservedBytes())
        : "unusable since code " + first.code() + " after " + CudaFailure.story(first.launches());
  }

  /** Makes the context current, or throws if it cannot be used. */
  void enter(String function) {
    CudaFailure first = poison;
    if (first != null) {
      throw new DevicePoisoned(first);
    }
    if (isClosed) {
      throw new HandleReleased("the context of " + device.device(), function);
    }
    int result = JCudaDriver.cuCtxSetCurrent(context);
    if (result != 0) {
      check("cuCtxSetCurrent", result);
    }
  }

  /** Throws if a function of the driver failed. */
  void check(String function, int result) {
    if (result == 0) {
      return;
    }
    boolean isSticky = STICKY.contains(result);
    CudaFailure failure =
        new CudaFailure(
            function,
            result,
            name(result),
            device.device().toString(),
            isSticky,
            launches.newest());
    if (isSticky && poison == null) {
      poison = failure;
    }
    throw failure;
  }

  private static String name(int result) {
    String[] name = new String[1];
    JCudaDriver.cuGetErrorName(result, name);
    return name[0] == null ? "code " + result : name[0];
  }

  /** Returns the address of new memory of the driver, or 0 if there is too little. */
  long takeBytes(long sizeBytes) {
    enter("cuMemAlloc");
    Address address = new Address();
    int result = JCudaDriver.cuMemAlloc(address, sizeBytes);
    if (result == 2) {
      return 0;
    }
    check("cuMemAlloc", result);
    return address.number();
  }

  /** Returns memory to the driver, which waits for the work on the device. */
  void returnBytes(long address) {
    enter("cuMemFree");
    check("cuMemFree", JCudaDriver.cuMemFree(new Address(address)));
  }

  /** Releases everything in the context, then the context. */
  void close() {
    if (isClosed) {
      return;
    }
    if (poison == null) {
      withdrawGraphs(_ -> "the driver's bundle");
      awaitIdleBlocking();
      modules.forEach(KernelModule::close);
      pinned.close();
      streams.forEach(GpuStream::end);
      memory.returnAll();
    }
    isClosed = true;
    JCudaDriver.cuDevicePrimaryCtxRelease(handle);
  }

  /** Destroys the context whatever its state is; tensors in its memory are refused from now on. */
  void reset() {
    domain.withdraw();
    isClosed = true;
    withdrawGraphs(_ -> "the reset of the device"); // without calls of the driver
    JCudaDriver.cuDevicePrimaryCtxReset(handle);
    JCudaDriver.cuDevicePrimaryCtxRelease(handle);
  }
}
