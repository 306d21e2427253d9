package jackfield.backend.cuda.launch;

import jackfield.aten.kernel.ParameterBlock;
import jackfield.backend.cuda.driver.DeviceFunction;
import jackfield.backend.cuda.driver.DeviceGroup;
import jackfield.backend.cuda.driver.DeviceMemory;
import jackfield.backend.cuda.driver.DeviceMemory.Lease;
import jackfield.backend.cuda.driver.GpuContext;
import jackfield.backend.cuda.driver.GpuDevice;
import jackfield.backend.cuda.driver.GpuStream;
import jackfield.backend.cuda.driver.matrix.MatrixLibrary;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Launches kernels with parameter blocks, on the current device of the calling thread and its
 * current stream there. A kernel has the name of its family and that of a type, such as {@code
 * add_tensor_float32}.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class Launcher implements AutoCloseable {
  private static final int THREADS = 256;
  private static final int ELEMENTS = 8; // of a thread: two packs of float32, see kernel.h
  private static final int MOST_BLOCKS = 1 << 22; // their threads go on with later elements

  private final DeviceGroup devices;
  private final List<DeviceKernels> kernels; // in the order of the devices
  private final ConcurrentLinkedQueue<LaunchSlot> slots = new ConcurrentLinkedQueue<>();

  /**
   * Creates a launcher.
   *
   * @param families the names of the families of kernels, which each device loads at its first use
   */
  public Launcher(DeviceGroup devices, List<String> families) {
    this.devices = devices;
    this.kernels =
        devices.devices().stream().map(device -> new DeviceKernels(device, families)).toList();
  }

  public DeviceGroup devices() {
    return devices;
  }

  /** Returns the kernels of the current device. */
  private DeviceKernels current() {
    return kernels.size() == 1 ? kernels.getFirst() : of(devices.current());
  }

  private DeviceKernels of(GpuDevice device) {
    return kernels.get(devices.devices().indexOf(device));
  }

  /** Returns the context of the current device. */
  public GpuContext context() {
    return current().context();
  }

  public GpuStream stream() {
    return context().stream();
  }

  /** Returns the families of kernels that the current device has accepted. */
  public KernelFamilies families() {
    return current().families();
  }

  /** Returns the current device's library for products of matrices, if it is installed. */
  public Optional<MatrixLibrary> library() {
    return current().library();
  }

  /** Returns the number of the current device's multiprocessors. */
  public int processors() {
    return current().processors();
  }

  /** Launches an elementwise kernel, unless there are no elements. */
  public void elementwise(String operator, String kernel, ParameterBlock block, long count) {
    if (count > 0) {
      long perThread = count < (long) current().mostBlocks() * THREADS ? 1 : ELEMENTS;
      long blocks = Math.ceilDiv(count, perThread * THREADS);
      launch(operator, kernel, block, (int) Math.min(blocks, MOST_BLOCKS), THREADS);
    }
  }

  /**
   * Launches a kernel whose blocks of threads each compute an item, unless there are no items.
   *
   * @param items the number of items
   * @param length the number of elements that the threads of a block share
   */
  public void cooperative(
      String operator, String kernel, ParameterBlock block, long items, long length) {
    if (items > 0) {
      int threads = (int) Long.highestOneBit(Math.clamp(2 * length - 1, 32L, (long) THREADS));
      launch(operator, kernel, block, (int) Math.min(items, current().mostBlocks()), threads);
    }
  }

  /**
   * Launches a kernel whose blocks of threads each compute an item in dynamic shared memory, unless
   * there are no items.
   *
   * @param sharedBytes the bytes of it that a block needs, for one kernel always the same
   */
  public void inSharedMemory(
      String operator, String kernel, ParameterBlock block, long items, int sharedBytes) {
    DeviceKernels own = current();
    DeviceFunction function = own.sharing(operator, kernel, sharedBytes);
    if (items > 0) {
      run(function, block, (int) Math.min(items, own.mostBlocks()), THREADS, sharedBytes);
    }
  }

  /** Returns whether the current device has a kernel. */
  public boolean has(String kernel) {
    return current().has(kernel);
  }

  public void launch(
      String operator, String kernel, ParameterBlock block, int blocks, int threads) {
    run(current().function(operator, kernel), block, blocks, threads, 0);
  }

  private void run(
      DeviceFunction function, ParameterBlock block, int blocks, int threads, int sharedBytes) {
    assert isOnDevice(block)
        : function.launch() + " would use memory of the host or of another device";
    LaunchSlot slot = slots.poll();
    LaunchSlot used = slot == null ? new LaunchSlot() : slot;
    try {
      if (LaunchSlot.fits(block)) {
        function.run(stream(), blocks, threads, sharedBytes, used.near(block), used.words(block));
      } else {
        launchFar(function, block, blocks, threads, sharedBytes, used);
      }
    } finally {
      slots.add(used);
    }
  }

  /**
   * Returns whether all operands are on the device; tests check each launch, since a kernel that
   * reads host memory loses a GPU, but not the stand-in. A tensor without elements may begin at the
   * end of a block.
   */
  private boolean isOnDevice(ParameterBlock block) {
    for (int operand = 0; operand < block.operandCount(); operand++) {
      long address = block.address(operand);
      DeviceMemory memory = context().memory();
      if (address != 0 && !memory.holds(address) && !memory.holds(address - 1)) {
        return false;
      }
    }
    return true;
  }

  /** Passes a block of many dimensions in device memory. */
  private void launchFar(
      DeviceFunction function,
      ParameterBlock block,
      int blocks,
      int threads,
      int sharedBytes,
      LaunchSlot slot) {
    DeviceMemory own = context().memory();
    Lease memory = own.lease(block.sizeBytes());
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment words = arena.allocate(block.sizeBytes(), Long.BYTES);
      block.copyTo(words);
      stream().upload(words.address(), memory.address(), block.sizeBytes());
      MemorySegment parameters = slot.far(memory.address());
      function.run(stream(), blocks, threads, sharedBytes, parameters, MemorySegment.NULL);
    } finally {
      own.release(memory); // later work of the stream may have it
    }
  }

  /** Copies integers to scratch memory of the device, which the caller releases. */
  public Lease upload(long[] words) {
    long bytes = Math.multiplyExact(Math.max(1, words.length), (long) Long.BYTES);
    Lease memory = context().memory().lease(bytes);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment near = arena.allocate(bytes, Long.BYTES);
      MemorySegment.copy(words, 0, near, ValueLayout.JAVA_LONG, 0, words.length);
      stream().upload(near.address(), memory.address(), bytes);
    }
    return memory;
  }

  /** Returns the words of numbers as kernels read them: an integer, then two float64. */
  public static long[] words(DType type, Scalar... numbers) {
    long[] words = new long[3 * numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      words[3 * i] = integer(type, numbers[i]);
      words[3 * i + 1] = Double.doubleToRawLongBits(numbers[i].toDouble());
      words[3 * i + 2] = Double.doubleToRawLongBits(numbers[i].imaginary());
    }
    return words;
  }

  /** Converts as C does to narrow types: to 0 or 1 for bool, modulo 2⁸ for unsigned bytes. */
  private static long integer(DType type, Scalar number) {
    return switch (type) {
      case BOOL -> number.toBoolean() ? 1 : 0;
      case UINT8 -> number.toLong() & 0xFF;
      default -> number.toLong();
    };
  }

  /** Returns the contexts of the devices whose kernels were loaded and that can be used. */
  public List<GpuContext> used() {
    return kernels.stream().filter(DeviceKernels::isLoaded).map(DeviceKernels::context).toList();
  }

  /**
   * Unloads the kernels of all devices, also after one fails; none is running. The first failure is
   * thrown with the others.
   */
  @Override
  public void close() {
    RuntimeException first = null;
    for (DeviceKernels each : kernels) {
      try {
        each.close();
      } catch (RuntimeException failed) {
        if (first == null) {
          first = failed;
        } else {
          first.addSuppressed(failed);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
