package jackfield.tensor;

import jackfield.context.DispatchContext;
import jackfield.key.DispatchKey;
import jackfield.key.KeySets;
import jackfield.memory.HostBytes;
import jackfield.memory.MemoryDomain;
import jackfield.memory.Storage;
import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;

/**
 * Copies numbers between Java and tensors in host memory. The elements are in row-major order
 * whatever the strides. Lazy conjugates and negatives are applied when elements are read, except by
 * {@link #forEachAddress}. {@link Tensors} makes tensors of more kinds of values.
 *
 * <p><em>Types</em>: any element type is read as any type of number, with the conversions of {@link
 * Elements}, which are those of C.
 *
 * <p><em>Errors</em>: {@link TypeMismatch} if the tensor is not in host memory or its type has no
 * such representation; {@link ShapeMismatch} if there are fewer values than elements, or more
 * elements than an array or 64 bits can count; {@link jackfield.memory.TensorClosed} if it was
 * closed.
 */
public final class HostData {
  private static final long CPU_TENSOR = KeySets.ofTensor(DispatchKey.CPU.bits());
  private static final long CPU_INFERENCE_TENSOR =
      KeySets.ofInferenceTensor(DispatchKey.CPU.bits());

  private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8; // what every JVM can allocate

  private HostData() {}

  /** Returns a new tensor of the given sizes with {@code values} as float32. */
  public static Tensor tensor(float[] values, long... sizes) {
    return fill(
        DType.FLOAT32,
        values.length,
        sizes,
        (address, i) -> HostBytes.putFloat(address, values[i]));
  }

  /** Returns a new tensor of the given sizes with {@code values} as float64. */
  public static Tensor tensor(double[] values, long... sizes) {
    return fill(
        DType.FLOAT64,
        values.length,
        sizes,
        (address, i) -> HostBytes.putDouble(address, values[i]));
  }

  /** Returns a new tensor of the given sizes with {@code values} as int64. */
  public static Tensor tensor(long[] values, long... sizes) {
    return fill(
        DType.INT64, values.length, sizes, (address, i) -> HostBytes.putLong(address, values[i]));
  }

  /**
   * Returns a new contiguous tensor in host memory with undefined content. In inference mode it is
   * an inference tensor.
   */
  public static Tensor empty(DType dtype, long... sizes) {
    for (long size : sizes) {
      if (size < 0) {
        throw new ShapeMismatch("empty", "a size is negative", sizes);
      }
    }
    return over(MemoryDomain.host().allocate(Shapes.byteCount(sizes, dtype)), dtype, sizes);
  }

  /**
   * Returns a contiguous tensor at the start of a storage in host memory. In inference mode it is
   * an inference tensor.
   */
  public static Tensor over(Storage storage, DType dtype, long... sizes) {
    long[] own = sizes.clone();
    boolean isInference = DispatchContext.current().isInference();
    long keys = isInference ? CPU_INFERENCE_TENSOR : CPU_TENSOR;
    return Tensor.of(keys, dtype, storage, own, Shapes.contiguousStrides(own), 0);
  }

  private interface ElementWriter {
    void write(long address, int index);
  }

  private static Tensor fill(DType dtype, int count, long[] sizes, ElementWriter writer) {
    if (Shapes.elementCount(sizes) > count) {
      throw new ShapeMismatch("tensor", "there are only %d values".formatted(count), sizes);
    }
    Tensor tensor = empty(dtype, sizes);
    DispatchContext context = DispatchContext.current();
    boolean outermost = context.enter(0);
    try {
      long address = tensor.address();
      for (int i = 0; i < tensor.elementCount(); i++) {
        writer.write(address + (long) i * dtype.sizeBytes(), i);
      }
    } finally {
      if (outermost) {
        context.epoch = 0; // not a method call: the stack may be full
      }
    }
    return tensor;
  }

  /** Returns the elements as floats; integers, booleans and wider floats are rounded. */
  public static float[] floats(Tensor tensor) {
    float[] values = new float[arrayLength(tensor)];
    int[] next = {0};
    forEachElement(
        tensor, address -> values[next[0]++] = (float) Elements.doubleAt(tensor.dtype(), address));
    return values;
  }

  /** Returns the elements as doubles; the real parts of complex ones. */
  public static double[] doubles(Tensor tensor) {
    double[] values = new double[arrayLength(tensor)];
    int[] next = {0};
    forEachElement(
        tensor, address -> values[next[0]++] = Elements.doubleAt(tensor.dtype(), address));
    return values;
  }

  /** Returns the elements as integers; floats are rounded towards zero. */
  public static long[] longs(Tensor tensor) {
    long[] values = new long[arrayLength(tensor)];
    int[] next = {0};
    forEachElement(tensor, address -> values[next[0]++] = Elements.longAt(tensor.dtype(), address));
    return values;
  }

  /** Returns the elements as 32-bit integers: those of {@link #longs}, truncated. */
  public static int[] ints(Tensor tensor) {
    int[] values = new int[arrayLength(tensor)];
    int[] next = {0};
    forEachElement(
        tensor, address -> values[next[0]++] = (int) Elements.longAt(tensor.dtype(), address));
    return values;
  }

  /** Returns the elements as 16-bit integers: those of {@link #longs}, truncated. */
  public static short[] shorts(Tensor tensor) {
    short[] values = new short[arrayLength(tensor)];
    int[] next = {0};
    forEachElement(
        tensor, address -> values[next[0]++] = (short) Elements.longAt(tensor.dtype(), address));
    return values;
  }

  /** Returns the elements as 8-bit integers: those of {@link #longs}, truncated. */
  public static byte[] bytes(Tensor tensor) {
    byte[] values = new byte[arrayLength(tensor)];
    int[] next = {0};
    forEachElement(
        tensor, address -> values[next[0]++] = (byte) Elements.longAt(tensor.dtype(), address));
    return values;
  }

  /** Returns whether each element differs from zero; true for NaN. */
  public static boolean[] booleans(Tensor tensor) {
    boolean[] values = new boolean[arrayLength(tensor)];
    int[] next = {0};
    forEachElement(
        tensor, address -> values[next[0]++] = Elements.booleanAt(tensor.dtype(), address));
    return values;
  }

  /** Returns the elements as complex numbers. */
  public static Complex[] complexes(Tensor tensor) {
    DType type = tensor.dtype();
    Complex[] values = new Complex[arrayLength(tensor)];
    int[] next = {0};
    forEachElement(
        tensor,
        address ->
            values[next[0]++] =
                new Complex(Elements.doubleAt(type, address), Elements.imaginaryAt(type, address)));
    return values;
  }

  /**
   * Copies the bytes of the elements, in the byte order of the machine.
   *
   * @throws ShapeMismatch if {@code target} has another size than the elements together
   */
  public static void copy(Tensor tensor, MemorySegment target) {
    int size = tensor.dtype().sizeBytes();
    if (target.byteSize() != tensor.elementCount() * size) {
      throw new ShapeMismatch(
          "copy", "the target has %d bytes".formatted(target.byteSize()), tensor.sizes());
    }
    long[] next = {0};
    forEachBlock(
        tensor,
        (address, sizeBytes) -> {
          MemorySegment.copy(HostBytes.ALL, address, target, next[0], sizeBytes);
          next[0] += sizeBytes;
        });
  }

  /** Takes a block of bytes of a tensor. */
  @FunctionalInterface
  public interface BlockAction {
    /** Takes {@code sizeBytes} bytes at {@code address}, which is valid until this returns. */
    void take(long address, long sizeBytes);
  }

  /**
   * Passes the elements to {@code action} in order, in blocks without gaps: all at once if the
   * tensor is contiguous, otherwise one by one. If the tensor is lazily conjugated or negated, the
   * blocks are those of a copy with its values.
   */
  public static void forEachBlock(Tensor tensor, BlockAction action) {
    if (LazyBits.isLazy(tensor)) {
      try (Tensor resolved = LazyBits.resolved(tensor)) {
        forEachBlock(resolved, action);
      }
      return;
    }
    forEachStoredBlock(tensor, action);
  }

  /** Passes the memory of the elements, as {@link #forEachAddress}. */
  static void forEachStoredBlock(Tensor tensor, BlockAction action) {
    int size = tensor.dtype().sizeBytes();
    if (!tensor.isContiguous()) {
      forEachAddress(tensor, address -> action.take(address, size));
      return;
    }
    long bytes = tensor.elementCount() * size;
    if (bytes > 0) {
      Tensor first = tensor.alias(new long[0], new long[0], tensor.offset());
      forEachAddress(first, address -> action.take(address, bytes));
    }
  }

  private static int arrayLength(Tensor tensor) {
    if (tensor.elementCount() > LONGEST_ARRAY) {
      throw new ShapeMismatch("read", "a Java array cannot hold that many", tensor.sizes());
    }
    return (int) tensor.elementCount();
  }

  /**
   * Returns the only element.
   *
   * @throws jackfield.tensor.ShapeMismatch if there is not exactly one
   */
  public static Scalar item(Tensor tensor) {
    if (tensor.elementCount() != 1) {
      throw new ShapeMismatch(
          "item", "expected one element, found " + tensor.elementCount(), tensor.sizes());
    }
    Scalar[] found = new Scalar[1];
    forEachElement(tensor, address -> found[0] = Elements.scalarAt(tensor.dtype(), address));
    return found[0];
  }

  /** Passes the address of each element, or of its copy if the tensor's memory has other values. */
  private static void forEachElement(Tensor tensor, LongConsumer action) {
    if (!LazyBits.isLazy(tensor)) {
      forEachAddress(tensor, action);
      return;
    }
    try (Tensor resolved = LazyBits.resolved(tensor)) {
      forEachAddress(resolved, action);
    }
  }

  /**
   * Passes the address of each element to {@code action}, inside a call of the dispatcher. The
   * memory of a lazily conjugated or negated tensor contains the elements before that.
   */
  public static void forEachAddress(Tensor tensor, LongConsumer action) {
    if (!tensor.device().isHost()) {
      throw new TypeMismatch("read", "expected host memory, found " + tensor.device());
    }
    DispatchContext context = DispatchContext.current();
    boolean outermost = context.enter(0);
    try {
      if (tensor.elementCount() > 0) {
        walk(tensor, 0, tensor.address(), action);
      }
    } finally {
      if (outermost) {
        context.epoch = 0; // not a method call: the stack may be full
      }
    }
  }

  /** Skips dimensions of size 1; a tensor has less than 64 others, so the recursion is not deep. */
  private static void walk(Tensor tensor, int from, long address, LongConsumer action) {
    int dim = from;
    while (dim < tensor.rank() && tensor.size(dim) == 1) {
      dim++;
    }
    if (dim == tensor.rank()) {
      action.accept(address);
      return;
    }
    long step = tensor.stride(dim) * tensor.dtype().sizeBytes();
    for (long i = 0; i < tensor.size(dim); i++) {
      walk(tensor, dim + 1, address + i * step, action);
    }
  }
}
