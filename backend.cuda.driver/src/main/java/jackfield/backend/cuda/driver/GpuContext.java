package jackfield.backend.cuda.driver;

import jackfield.backend.cuda.driver.Handles.Address;
import jackfield.memory.MemoryDomain;
import java.lang.invoke.MethodHandle;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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

  /** Returns the stream on which kernels and copies run unless another one is named. */
  public GpuStream stream() {
    return stream;
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

  /** Waits for all work on the device. */
  public void awaitIdleBlocking() {
    enter("cuCtxSynchronize");
    check("cuCtxSynchronize", JCudaDriver.cuCtxSynchronize());
  }

  // ---- for the other classes of this package

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
      awaitIdleBlocking();
      modules.forEach(KernelModule::close);
      pinned.close();
      streams.forEach(GpuStream::close);
      memory.returnAll();
    }
    isClosed = true;
    JCudaDriver.cuDevicePrimaryCtxRelease(handle);
  }

  /** Destroys the context whatever its state is; tensors in its memory are refused from now on. */
  void reset() {
    domain.withdraw();
    isClosed = true;
    JCudaDriver.cuDevicePrimaryCtxReset(handle);
    JCudaDriver.cuDevicePrimaryCtxRelease(handle);
  }
}
