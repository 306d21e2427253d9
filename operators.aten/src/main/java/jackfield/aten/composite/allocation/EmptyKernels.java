package jackfield.aten.composite.allocation;

import jackfield.aten.kernel.Dimensions;
import jackfield.aten.kernel.MemoryFormats;
import jackfield.aten.kernel.TypePromotion;
import jackfield.aten.signature.Longs2OptionsToTensor;
import jackfield.aten.signature.LongsOptionsOptMemoryFormatToTensor;
import jackfield.context.DispatchContext;
import jackfield.error.InvalidArgument;
import jackfield.key.DispatchKey;
import jackfield.key.KeySets;
import jackfield.memory.Device;
import jackfield.memory.MemoryDomain;
import jackfield.tensor.DType;
import jackfield.tensor.Layout;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.function.Supplier;

/**
 * Kernels that create tensors of undefined content: in host memory, which belongs to no backend, in
 * the memory of a device, and without memory.
 */
public final class EmptyKernels {
  private EmptyKernels() {}

  /** Creates a tensor in host memory. */
  public static Tensor emptyOnHost(
      long[] size,
      DType dtype,
      Layout layout,
      Device device,
      Boolean pinMemory,
      MemoryFormat memoryFormat) {
    checkOptions("empty", layout, pinMemory);
    Dimensions.checkNotNegative("empty", "size", size);
    long[] strides = MemoryFormats.strides("empty", memoryFormat, size);
    return create(MemoryDomain.host(), DispatchKey.CPU, dtype, size.clone(), strides);
  }

  /** Creates a tensor without memory. */
  public static Tensor emptyMeta(
      long[] size,
      DType dtype,
      Layout layout,
      Device device,
      Boolean pinMemory,
      MemoryFormat memoryFormat) {
    checkOptions("empty", layout, pinMemory);
    Dimensions.checkNotNegative("empty", "size", size);
    long[] strides = MemoryFormats.strides("empty", memoryFormat, size);
    return create(MemoryDomain.meta(), DispatchKey.META, dtype, size.clone(), strides);
  }

  /** Creates a tensor with the given strides in host memory. */
  public static Tensor emptyStridedOnHost(
      long[] size, long[] stride, DType dtype, Layout layout, Device device, Boolean pinMemory) {
    checkStrided(size, stride, layout, pinMemory);
    return create(MemoryDomain.host(), DispatchKey.CPU, dtype, size.clone(), stride.clone());
  }

  /** Creates a tensor with the given strides without memory. */
  public static Tensor emptyStridedMeta(
      long[] size, long[] stride, DType dtype, Layout layout, Device device, Boolean pinMemory) {
    checkStrided(size, stride, layout, pinMemory);
    return create(MemoryDomain.meta(), DispatchKey.META, dtype, size.clone(), stride.clone());
  }

  /**
   * Returns a device's kernel of {@code empty}, which creates tensors in memory of {@code domain}.
   *
   * @param key the key of the device's dense tensors
   */
  public static LongsOptionsOptMemoryFormatToTensor.Kernel emptyIn(
      MemoryDomain domain, DispatchKey key) {
    return emptyIn(() -> domain, key);
  }

  /**
   * Returns the kernel of {@code empty} of a backend with several devices.
   *
   * @param domains gives the memory of the device on which a call runs
   * @param key the key of the devices' dense tensors
   */
  public static LongsOptionsOptMemoryFormatToTensor.Kernel emptyIn(
      Supplier<MemoryDomain> domains, DispatchKey key) {
    return (size, dtype, layout, device, pinMemory, memoryFormat) -> {
      MemoryDomain domain = domains.get();
      checkOptions("empty", layout, pinMemory);
      checkDevice("empty", device, domain.device());
      Dimensions.checkNotNegative("empty", "size", size);
      long[] strides = MemoryFormats.strides("empty", memoryFormat, size);
      return create(domain, key, dtype, size.clone(), strides);
    };
  }

  /**
   * Returns a device's kernel of {@code empty_strided}, which creates tensors in memory of {@code
   * domain}.
   *
   * @param key the key of the device's dense tensors
   */
  public static Longs2OptionsToTensor.Kernel emptyStridedIn(MemoryDomain domain, DispatchKey key) {
    return emptyStridedIn(() -> domain, key);
  }

  /**
   * Returns the kernel of {@code empty_strided} of a backend with several devices.
   *
   * @param domains gives the memory of the device on which a call runs
   * @param key the key of the devices' dense tensors
   */
  public static Longs2OptionsToTensor.Kernel emptyStridedIn(
      Supplier<MemoryDomain> domains, DispatchKey key) {
    return (size, stride, dtype, layout, device, pinMemory) -> {
      MemoryDomain domain = domains.get();
      checkDevice("empty_strided", device, domain.device());
      checkStrided(size, stride, layout, pinMemory);
      return create(domain, key, dtype, size.clone(), stride.clone());
    };
  }

  private static void checkStrided(long[] size, long[] stride, Layout layout, Boolean pinMemory) {
    checkOptions("empty_strided", layout, pinMemory);
    if (size.length != stride.length) {
      throw new ShapeMismatch("empty_strided", "expected as many strides as sizes", size, stride);
    }
    Dimensions.checkNotNegative("empty_strided", "size", size);
    Dimensions.checkNotNegative("empty_strided", "stride", stride);
  }

  private static void checkOptions(String operator, Layout layout, Boolean pinMemory) {
    if (layout != null && layout != Layout.STRIDED) {
      throw new TypeMismatch(operator, "layout " + layout + " is not available, only STRIDED is");
    }
    if (pinMemory != null && pinMemory) {
      throw new InvalidArgument(
          operator, "pin_memory", "is true, but host memory is pinned by no driver here");
    }
  }

  /** Refuses another device of the same kind than the one that the call runs on. */
  private static void checkDevice(String operator, Device asked, Device own) {
    if (asked != null && asked.index() >= 0 && own.index() >= 0 && asked.index() != own.index()) {
      throw new InvalidArgument(
          operator, "device", "is " + asked + ", but the backend computes on " + own + " only");
    }
  }

  private static Tensor create(
      MemoryDomain domain, DispatchKey key, DType dtype, long[] sizes, long[] strides) {
    DType type = dtype == null ? TypePromotion.DEFAULT_FLOAT : dtype;
    long keys =
        DispatchContext.current().isInference()
            ? KeySets.ofInferenceTensor(key.bits())
            : KeySets.ofTensor(key.bits());
    long bytes = Shapes.reachBytes(sizes, strides, 0, type);
    return Tensor.of(keys, type, domain.allocate(bytes), sizes, strides, 0);
  }
}
