package jackfield.aten.kernel;

import jackfield.error.InvalidArgument;
import java.util.Arrays;

/**
 * Reads arguments of operators that name dimensions or give their sizes. Negative dimensions count
 * from the end, and a zero-dimensional tensor counts as having one dimension.
 */
public final class Dimensions {
  private Dimensions() {}

  /**
   * Returns the dimension, counted from 0.
   *
   * @throws InvalidArgument if it is outside [−rank, rank)
   */
  public static int wrap(String operator, long dim, int rank) {
    int count = Math.max(rank, 1);
    if (dim < -count || dim >= count) {
      throw new InvalidArgument(
          operator,
          "dim",
          "%d is out of range (expected %d to %d)".formatted(dim, -count, count - 1));
    }
    return (int) (dim < 0 ? dim + count : dim);
  }

  /**
   * Returns the dimensions, each counted from 0, in the given order.
   *
   * @throws InvalidArgument if one is outside [−rank, rank) or is named twice
   */
  public static int[] wrapDistinct(String operator, long[] dims, int rank) {
    int[] wrapped = new int[dims.length];
    boolean[] seen = new boolean[Math.max(rank, 1)];
    for (int i = 0; i < dims.length; i++) {
      int dim = wrap(operator, dims[i], rank);
      if (seen[dim]) {
        throw new InvalidArgument(operator, "dim", dim + " is named twice");
      }
      seen[dim] = true;
      wrapped[i] = dim;
    }
    return wrapped;
  }

  /**
   * Returns the index, counted from 0.
   *
   * @throws InvalidArgument if it is outside [−size, size)
   */
  public static long wrapIndex(String operator, String argument, long index, long size) {
    if (index < -size || index >= size) {
      throw new InvalidArgument(
          operator,
          argument,
          "%d is out of range for a dimension of size %d".formatted(index, size));
    }
    return index < 0 ? index + size : index;
  }

  /**
   * Checks an argument of sizes or strides.
   *
   * @throws InvalidArgument if an element is negative
   */
  public static void checkNotNegative(String operator, String argument, long[] values) {
    for (long value : values) {
      if (value < 0) {
        throw new InvalidArgument(
            operator, argument, Arrays.toString(values) + " has a negative element");
      }
    }
  }
}
