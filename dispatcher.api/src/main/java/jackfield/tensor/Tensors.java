package jackfield.tensor;

import jackfield.memory.HostBytes;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Makes tensors in host memory from Java values. Each factory copies; later changes of the values
 * do not show.
 *
 * <p><em>Types</em>: arrays of primitives keep their type ({@code float[]} is float32, {@code
 * int[]} is int32). In lists and arrays of objects, booleans are bool, integers int64, floats and
 * doubles float32, complex numbers complex64, and a mixture has the type that they promote to, as
 * in {@code torch.tensor}. A given type converts as {@link Elements} does.
 *
 * <p><em>Errors</em>: {@link ShapeMismatch} if nested values are ragged, nested more than 64 deep,
 * or are not exactly as many as the given sizes take; {@link TypeMismatch} if a value is not a
 * number.
 *
 * <p><em>Threads</em>: no other thread may change the values meanwhile.
 */
public final class Tensors {
  private Tensors() {}

  /**
   * Returns a tensor of a number, an array or a list, nested to any depth, such as {@code new
   * float[][] {{1, 2}, {3, 4}}} or {@code List.of(List.of(1, 2), List.of(3, 4))}.
   */
  public static Tensor of(Object values) {
    return new NestedValues("tensor", values).tensor(null);
  }

  /** Returns a tensor of type {@code dtype} of a number, an array or a list. */
  public static Tensor of(Object values, DType dtype) {
    return new NestedValues("tensor", values).tensor(dtype);
  }

  /** Returns a tensor of the given sizes and type of the values of {@code values} in order. */
  public static Tensor of(Object values, DType dtype, long... sizes) {
    return shaped(values, dtype, sizes);
  }

  /** Returns a float32 tensor of the given sizes. */
  public static Tensor of(float[] values, long... sizes) {
    return shaped(values, null, sizes);
  }

  /** Returns a float64 tensor of the given sizes. */
  public static Tensor of(double[] values, long... sizes) {
    return shaped(values, null, sizes);
  }

  /** Returns an int64 tensor of the given sizes. */
  public static Tensor of(long[] values, long... sizes) {
    return shaped(values, null, sizes);
  }

  /** Returns an int32 tensor of the given sizes. */
  public static Tensor of(int[] values, long... sizes) {
    return shaped(values, null, sizes);
  }

  /** Returns an int16 tensor of the given sizes. */
  public static Tensor of(short[] values, long... sizes) {
    return shaped(values, null, sizes);
  }

  /** Returns an int8 tensor of the given sizes. */
  public static Tensor of(byte[] values, long... sizes) {
    return shaped(values, null, sizes);
  }

  /** Returns a bool tensor of the given sizes. */
  public static Tensor of(boolean[] values, long... sizes) {
    return shaped(values, null, sizes);
  }

  private static Tensor shaped(Object values, DType dtype, long[] sizes) {
    Tensor flat = new NestedValues("tensor", values).tensor(dtype);
    long[] own = sizes.clone();
    try {
      checkCount(flat.elementCount(), own);
      return flat.alias(own, Shapes.contiguousStrides(own), 0);
    } catch (ShapeMismatch e) {
      flat.close();
      throw e;
    }
  }

  private static void checkCount(long count, long[] sizes) {
    for (long size : sizes) {
      if (size < 0) {
        throw new ShapeMismatch("tensor", "a size is negative", sizes);
      }
    }
    if (Shapes.elementCount(sizes) != count) {
      throw new ShapeMismatch("tensor", "there are %d values".formatted(count), sizes);
    }
  }

  /**
   * Returns a tensor of the bytes of {@code bytes}, in the byte order of the machine.
   *
   * @throws ShapeMismatch if the segment has another size than the elements together
   */
  public static Tensor ofBytes(MemorySegment bytes, DType dtype, long... sizes) {
    return copied(bytes, dtype, sizes);
  }

  /**
   * Returns a tensor of the bytes from the position of {@code bytes} to its limit, in the buffer's
   * byte order. The position stays.
   *
   * @throws ShapeMismatch if the buffer has another number of bytes than the elements together
   */
  public static Tensor ofBytes(ByteBuffer bytes, DType dtype, long... sizes) {
    Tensor tensor = copied(MemorySegment.ofBuffer(bytes), dtype, sizes);
    if (bytes.order() != ByteOrder.nativeOrder()) {
      swapBytes(tensor);
    }
    return tensor;
  }

  private static Tensor copied(MemorySegment bytes, DType dtype, long[] sizes) {
    if (bytes.byteSize() % dtype.sizeBytes() != 0) {
      throw new ShapeMismatch(
          "tensor", "%d bytes are no whole number of %s".formatted(bytes.byteSize(), dtype), sizes);
    }
    checkCount(bytes.byteSize() / dtype.sizeBytes(), sizes);
    Tensor tensor = HostData.empty(dtype, sizes);
    HostData.forEachBlock(
        tensor,
        (address, sizeBytes) -> MemorySegment.copy(bytes, 0, HostBytes.ALL, address, sizeBytes));
    return tensor;
  }

  /**
   * Reverses the bytes of each element, and of each part of a complex element, in place: converts
   * between the byte orders.
   */
  public static void swapBytes(Tensor tensor) {
    int size = tensor.dtype().realType().sizeBytes();
    HostData.forEachStoredBlock(
        tensor,
        (address, sizeBytes) -> {
          for (long at = address; at < address + sizeBytes; at += size) {
            swap(at, size);
          }
        });
  }

  private static void swap(long at, int size) {
    switch (size) {
      case Short.BYTES -> HostBytes.putShort(at, Short.reverseBytes(HostBytes.shortAt(at)));
      case Integer.BYTES -> HostBytes.putInt(at, Integer.reverseBytes(HostBytes.intAt(at)));
      case Long.BYTES -> HostBytes.putLong(at, Long.reverseBytes(HostBytes.longAt(at)));
      default -> {} // one byte has no order
    }
  }
}
