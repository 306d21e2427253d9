package jackfield.backend.cuda.driver;

import jackfield.backend.cuda.driver.failure.CudaFailure;
import jackfield.backend.cuda.driver.failure.DeviceOutOfMemory;
import jackfield.backend.cuda.driver.failure.DevicePoisoned;
import jackfield.backend.cuda.driver.failure.HandleReleased;
import jackfield.backend.cuda.driver.report.AllocatorStatistics;
import jackfield.memory.MemoryDomain;
import jackfield.spi.DeviceGraphs;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;
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
  private final GpuDevice device;
  private final CUdevice handle;
  private final DriverCalls calls;
  private final MethodHandle launch;
  private final DeviceSettings settings;
  private final ContextStreams streams = new ContextStreams(this);
  private final Set<KernelModule> modules = ConcurrentHashMap.newKeySet();
  private final MemoryDomain domain;
  private final DeviceMemory memory;
  private final PinnedPool pinned = new PinnedPool(this);
  private final ContextGraphs graphs = new ContextGraphs();

  private GpuContext(
      GpuDevice device,
      CUdevice handle,
      CUcontext context,
      MethodHandle launch,
      DeviceSettings settings) {
    this.device = device;
    this.handle = handle;
    this.calls = new DriverCalls(context, device.device().toString());
    this.launch = launch;
    this.settings = settings;
    this.memory = new DeviceMemory(this, settings.memoryFraction());
    this.domain = new MemoryDomain(device.device(), memory, settings.fate());
  }

  static GpuContext create(DriverLibrary library, GpuDevice device, DeviceSettings settings) {
    CUdevice handle = GpuDevices.handle(device.properties().ordinal());
    CUcontext context = new CUcontext();
    int result = JCudaDriver.cuDevicePrimaryCtxRetain(context, handle);
    GpuContext created = new GpuContext(device, handle, context, library.launch(), settings);
    created.check("cuDevicePrimaryCtxRetain", result);
    try {
      created.streams.createUsual();
      return created;
    } catch (CudaFailure failed) {
      JCudaDriver.cuDevicePrimaryCtxRelease(handle);
      throw failed;
    }
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
    return streams.current();
  }

  /**
   * Runs {@code body} without computing anything, and returns a graph of all kernels and copies
   * within the device that the calling thread launched. Work of other streams is not captured
   * unless they join, see {@link GpuStream#waitFor}; then it is, whichever thread adds it.
   *
   * <p>The body should have run before without a capture: the kernels and plans that it uses are
   * loaded then.
   *
   * @throws jackfield.backend.cuda.driver.capture.CaptureRefused if the body did what a graph
   *     cannot repeat: a copy from or to the host, a wait, a check of indexes that waits, an
   *     operator that is computed on the host, or a capture. The streams can be used afterwards
   * @throws DeviceOutOfMemory if the pool of the graph cannot grow
   * @throws HandleReleased if the context is being closed
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
    return calls.poison() == null && !calls.isClosed();
  }

  /** Creates a stream, whose work runs beside that of other streams. */
  public GpuStream createStream() {
    return streams.create();
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
    return new DeviceGraphs.Content(
        memoryNow.usedBytes(),
        memoryNow.reservedBytes(),
        streams.count(),
        graphs.count(),
        modules.size());
  }

  /**
   * Waits for all work on the device.
   *
   * @throws jackfield.backend.cuda.driver.capture.CaptureRefused inside a capture
   */
  public void awaitIdleBlocking() {
    enter("cuCtxSynchronize");
    stream().work().refuseInCapture("a wait for the device", "nothing is computed before a replay");
    awaitAll();
  }

  private void awaitAll() {
    boolean isIdle =
        graphs.runWithoutCapture(() -> retry("cuCtxSynchronize", JCudaDriver::cuCtxSynchronize));
    if (!isIdle) { // the driver refuses to wait for a context with a capture
      streams.awaitWork();
    }
  }

  /**
   * Returns events after the work that the streams have now, at most one for each; the caller
   * closes them. A stream that is being closed has one until its work is done, a stream with an
   * open capture has none.
   *
   * @throws CudaFailure if the driver refuses an event twice; no event is left then
   */
  public List<GpuEvent> ends() {
    return streams.ends();
  }

  /**
   * Ends the graphs and captures that use a library or a module of kernels, before it is released.
   * Replays that run are waited for, and later ones are refused.
   *
   * @param user the owner of captured work
   */
  public void withdrawGraphs(Object user) {
    graphs.withdraw(capture -> capture.bundleOf(user));
  }

  /** Ends the graphs and captures whose body is of a class loader. */
  void endGraphsOf(ClassLoader maker, String bundle) {
    graphs.withdraw(capture -> capture.isMadeBy(maker) ? bundle : null);
  }

  @Override
  public String toString() {
    return "the context of " + device.device();
  }

  // ---- for the other classes of this package

  ContextStreams streams() {
    return streams;
  }

  ContextGraphs graphs() {
    return graphs;
  }

  CUcontext handle() {
    return calls.context();
  }

  MethodHandle launch() {
    return launch;
  }

  boolean isBlocking() {
    return settings.isBlocking();
  }

  DriverCalls.History launches() {
    return calls.launches();
  }

  /** Returns the memory of a stream, and the memory that it has used; its work is done. */
  void forget(GpuStream closed) {
    streams.forget(closed);
    try {
      if (isUsable()) {
        memory.settleBlocking();
      }
    } finally {
      memory.unreserve(closed);
    }
  }

  void forget(KernelModule closed) {
    modules.remove(closed);
  }

  /** Returns a line about the memory, or about the failure that made the device unusable. */
  String state() {
    CudaFailure first = calls.poison();
    return first == null
        ? memory.statistics().summary()
            + ", %d bytes of the host pinned".formatted(pinned.statistics().reservedBytes())
        : "unusable since code " + first.code() + " after " + CudaFailure.story(first.launches());
  }

  /** Makes the context current, or throws if it cannot be used. */
  void enter(String function) {
    calls.enter(function);
  }

  /** Throws if a function of the driver failed. */
  void check(String function, int result) {
    calls.check(function, result);
  }

  /** Calls a function that waits or releases, see {@link DriverCalls#retry}. */
  void retry(String function, IntSupplier call) {
    calls.retry(function, call);
  }

  /**
   * Releases everything in the context, then the context, also if something before failed. Captures
   * are refused first, so that none begins meanwhile; one that is open fails.
   */
  void close() {
    if (calls.isClosed()) {
      return;
    }
    streams.beginClose();
    try {
      if (calls.poison() == null) {
        releaseAll();
      }
    } finally {
      calls.close();
      JCudaDriver.cuDevicePrimaryCtxRelease(handle);
    }
  }

  private void releaseAll() {
    graphs.close("the driver's bundle");
    awaitAll();
    modules.forEach(KernelModule::close);
    pinned.close();
    streams.close();
    memory.returnAll();
  }

  /** Destroys the context whatever its state is; tensors in its memory are refused from now on. */
  void reset() {
    domain.withdraw();
    calls.close();
    graphs.withdraw(_ -> "the reset of the device"); // without calls of the driver
    JCudaDriver.cuDevicePrimaryCtxReset(handle);
    JCudaDriver.cuDevicePrimaryCtxRelease(handle);
  }
}
