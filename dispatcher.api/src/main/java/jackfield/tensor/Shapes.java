package jackfield.tensor;

import jackfield.memory.Storage;

/**
 * Computes with sizes, strides and offsets, in elements. All results are exact: a result that does
 * not fit 64 bits is an error, so no overflowed number becomes a memory size or an address.
 *
 * <p><em>Errors</em>: {@link ShapeMismatch} where a product or a sum does not fit 64 bits.
 */
public final class Shapes {
  // The sum of such a number and any address of the system is positive.
  private static final long LARGEST_BYTES = 1L << 62;
  // Twice as many elements of any type have fewer bytes than LARGEST_BYTES.
  private static final long LARGEST_COUNT = 1L << 56;

  private Shapes() {}

  /**
   * Returns the product of {@code sizes}. They are multiplied in order, so any sizes are allowed
   * after an empty dimension, but not before it.
   */
  public static long elementCount(long[] sizes) {
    long count = 1;
    try {
      for (long size : sizes) {
        count = Math.multiplyExact(count, size);
      }
    } catch (ArithmeticException e) {
      throw tooLarge("elements", sizes);
    }
    return count;
  }

  /** Returns the number of bytes that {@code sizes} elements of a type take. */
  public static long byteCount(long[] sizes, DType dtype) {
    try {
      return Math.multiplyExact(elementCount(sizes), dtype.sizeBytes());
    } catch (ArithmeticException e) {
      throw tooLarge("bytes", sizes);
    }
  }

  /** Returns the strides of a row-major tensor without gaps. */
  public static long[] contiguousStrides(long[] sizes) {
    long[] strides = new long[sizes.length];
    long stride = 1;
    for (int dim = sizes.length - 1; dim >= 0; dim--) {
      strides[dim] = stride;
      if (dim > 0) {
        stride = product(stride, Math.max(sizes[dim], 1));
      }
    }
    return strides;
  }

  /** Returns {@code a * b}, such as a stride times a step. */
  public static long product(long a, long b) {
    try {
      return Math.multiplyExact(a, b);
    } catch (ArithmeticException e) {
      throw tooLarge("elements", a, b);
    }
  }

  /** Returns the position that is {@code steps} strides after {@code offset}. */
  public static long position(long offset, long steps, long stride) {
    try {
      return Math.addExact(offset, Math.multiplyExact(steps, stride));
    } catch (ArithmeticException e) {
      throw tooLarge("elements", offset, steps, stride);
    }
  }

  /**
   * Returns the number of elements that a storage must have for a tensor of the given geometry: the
   * position after its last element, or 0 if it has none.
   */
  public static long reach(long[] sizes, long[] strides, long offset) {
    long last = offset;
    try {
      for (int dim = 0; dim < sizes.length; dim++) {
        if (sizes[dim] == 0) {
          return 0;
        }
        if (strides[dim] < 0 && sizes[dim] > 1) {
          throw new ShapeMismatch("tensor", "a stride is negative", sizes, strides);
        }
        last = Math.addExact(last, Math.multiplyExact(sizes[dim] - 1, strides[dim]));
      }
      return Math.addExact(last, 1);
    } catch (ArithmeticException e) {
      throw tooLarge("elements", sizes, strides);
    }
  }

  /**
   * Returns the number of bytes that a storage must have for a tensor of the given geometry, or 0
   * if the tensor has no element.
   */
  public static long reachBytes(long[] sizes, long[] strides, long offset, DType dtype) {
    try {
      return Math.multiplyExact(reach(sizes, strides, offset), dtype.sizeBytes());
    } catch (ArithmeticException e) {
      throw tooLarge("bytes", sizes, strides);
    }
  }

  /**
   * Returns the number of elements of a row-major tensor without gaps, or -1 if it has gaps, no
   * elements, or more than fit 64 bits. It is one loop, because every new tensor needs it.
   */
  static long denseCount(long[] sizes, long[] strides) {
    long count = 1;
    for (int dim = sizes.length - 1; dim >= 0; dim--) {
      long size = sizes[dim];
      boolean next = strides[dim] == count || size == 1;
      if (size <= 0 || !next || Math.multiplyHigh(count, size) != 0) {
        return -1;
      }
      count *= size;
    }
    return count;
  }

  /**
   * Returns whether {@code count} elements without gaps are inside the storage. It returns false
   * for negative numbers, and for numbers so large that the sum could overflow.
   */
  static boolean isInside(Storage storage, DType dtype, long count, long offset) {
    return ((count | offset) & -LARGEST_COUNT) == 0
        && (offset + count) * dtype.sizeBytes() <= storage.sizeBytes();
  }

  /**
   * Rejects a geometry with elements outside the storage, or an address that could overflow.
   *
   * @param count the number of elements
   * @param dense whether they are row-major without gaps
   */
  static void checkInside(
      Storage storage,
      DType dtype,
      long count,
      boolean dense,
      long[] sizes,
      long[] strides,
      long offset) {
    int element = dtype.sizeBytes();
    boolean fits;
    if (hasNegative(sizes)) {
      fits = false;
    } else if (count == 0) {
      fits = offset >= 0 && offset <= LARGEST_BYTES / element; // its address is never read
    } else {
      long reach = dense ? position(offset, count, 1) : reach(sizes, strides, offset);
      fits = offset >= 0 && count > 0 && product(reach, element) <= storage.sizeBytes();
    }
    if (!fits) {
      throw new ShapeMismatch(
          "tensor",
          "sizes, strides and offset %d reach outside a storage of %d bytes"
              .formatted(offset, storage.sizeBytes()),
          sizes,
          strides);
    }
  }

  private static boolean hasNegative(long[] sizes) {
    long signs = 0;
    for (long size : sizes) {
      signs |= size;
    }
    return signs < 0;
  }

  private static ShapeMismatch tooLarge(String what, long[]... numbers) {
    return new ShapeMismatch("tensor", "the number of " + what + " does not fit 64 bits", numbers);
  }

  private static ShapeMismatch tooLarge(String what, long... numbers) {
    return tooLarge(what, new long[][] {numbers});
  }

  /** Returns whether the strides are row-major without gaps; true for an empty tensor. */
  public static boolean isContiguous(long[] sizes, long[] strides) {
    long expected = 1;
    boolean dense = true;
    for (int dim = sizes.length - 1; dim >= 0; dim--) {
      long size = sizes[dim];
      if (size == 0) {
        return true;
      }
      dense &= size == 1 || strides[dim] == expected;
      expected *= size;
    }
    return dense;
  }

  /**
   * Returns whether each element has its own position and the positions leave no gap, in some
   * order.
   */
  public static boolean isNonOverlappingAndDense(long[] sizes, long[] strides) {
    int rank = sizes.length;
    boolean[] seen = new boolean[rank];
    long expected = 1;
    for (int step = 0; step < rank; step++) {
      int dim = nextDimension(sizes, strides, seen, expected);
      if (dim < 0) {
        return false;
      }
      seen[dim] = true;
      expected *= sizes[dim];
    }
    return true;
  }

  private static int nextDimension(long[] sizes, long[] strides, boolean[] seen, long expected) {
    for (int dim = 0; dim < sizes.length; dim++) {
      if (!seen[dim] && (sizes[dim] < 2 || strides[dim] == expected)) {
        return dim;
      }
    }
    return -1;
  }
}
