package jackfield.tools.fuzz.operator.argument;

import jackfield.tensor.Tensor;

/** Computes the extent of a tensor in its storage, in exact arithmetic. */
public final class Extent {
  private static final long MOST = 1 << 16; // the largest number of elements that are compared

  private Extent() {}

  /** Returns whether all elements are within the storage, and no size is negative. */
  public static boolean isWithin(Tensor tensor) {
    try {
      long first = tensor.offset();
      long last = tensor.offset();
      boolean isEmpty = false;
      for (int dim = 0; dim < tensor.rank(); dim++) {
        long size = tensor.size(dim);
        if (size < 0) {
          return false;
        }
        isEmpty |= size == 0;
        if (size > 1) {
          long reach = Math.multiplyExact(size - 1, tensor.stride(dim));
          first = reach < 0 ? Math.addExact(first, reach) : first;
          last = reach > 0 ? Math.addExact(last, reach) : last;
        }
      }
      long bytes = Math.multiplyExact(Math.addExact(last, 1), tensor.dtype().sizeBytes());
      return isEmpty || (first >= 0 && bytes <= tensor.storage().sizeBytes());
    } catch (ArithmeticException _) {
      return elementCount(tensor) == 0;
    }
  }

  /** Returns the number of elements, at most the largest long. */
  public static long elementCount(Tensor tensor) {
    return elementCount(tensor.sizes());
  }

  /** Returns the product of sizes, at most the largest long. */
  static long elementCount(long[] sizes) {
    long count = 1;
    for (long size : sizes) {
      if (size == 0) {
        return 0;
      }
    }
    for (long size : sizes) {
      long high = Math.multiplyHigh(count, size);
      count *= size;
      if (high != 0 || count < 0) {
        return Long.MAX_VALUE;
      }
    }
    return count;
  }

  /** Returns whether the elements can be read in a short time. */
  public static boolean isReadable(Tensor tensor) {
    return tensor.device().isHost() && !tensor.storage().isClosed() && elementCount(tensor) <= MOST;
  }
}
