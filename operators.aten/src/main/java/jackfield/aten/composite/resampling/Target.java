package jackfield.aten.composite.resampling;

import jackfield.error.InvalidArgument;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;

/** The size that a caller asks of a result, or the factors that scale the size of the input. */
record Target(long[] size, double[] factors) {

  /**
   * Returns the size of the result.
   *
   * @throws InvalidArgument if not exactly one of {@code size} and {@code factors} is there, or it
   *     has not one number for each dimension
   * @throws ShapeMismatch if input has another rank
   */
  static Target of(String operator, int rank, Tensor input, long[] size, double[] factors) {
    if ((size == null) == (factors == null)) {
      throw new InvalidArgument(
          operator, "output_size", "or scale_factors must be given, and not both");
    }
    int count = size == null ? factors.length : size.length;
    if (count != rank) {
      throw new InvalidArgument(
          operator,
          size == null ? "scale_factors" : "output_size",
          "must have %d numbers, found %d".formatted(rank, count));
    }
    if (input.rank() != rank + 2) {
      throw new ShapeMismatch(
          operator, "expected %d dimensions".formatted(rank + 2), input.sizes());
    }
    return new Target(size == null ? scaled(input, factors) : size, factors);
  }

  private static long[] scaled(Tensor input, double[] factors) {
    long[] size = new long[factors.length];
    for (int dim = 0; dim < size.length; dim++) {
      size[dim] = (long) (input.size(dim + 2) * factors[dim]);
    }
    return size;
  }

  /** Returns the factor of a dimension; null if the size was given. */
  Double factor(int dim) {
    return factors == null ? null : factors[dim];
  }
}
