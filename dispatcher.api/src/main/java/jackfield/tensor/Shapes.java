package jackfield.tensor;

/** Arithmetic on sizes and strides, in elements. */
public final class Shapes {
  private Shapes() {}

  /** Returns the product of {@code sizes}. */
  public static long elementCount(long[] sizes) {
    long count = 1;
    for (long size : sizes) {
      count *= size;
    }
    return count;
  }

  /** Returns the strides of a row-major tensor without gaps. */
  public static long[] contiguousStrides(long[] sizes) {
    long[] strides = new long[sizes.length];
    long stride = 1;
    for (int dim = sizes.length - 1; dim >= 0; dim--) {
      strides[dim] = stride;
      stride *= Math.max(sizes[dim], 1);
    }
    return strides;
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

  /** Returns whether each element has its own place and the places leave no gap, in some order. */
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
