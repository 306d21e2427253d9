package jackfield.nn.normalization;

import jackfield.error.InvalidArgument;
import java.util.Arrays;
import java.util.Objects;

/** The sizes that layer norms normalize together. */
final class NormalizedShape {
  private NormalizedShape() {}

  /**
   * Checks the number that is added to a variance.
   *
   * @throws InvalidArgument if it is negative or not a number
   */
  static void checkEps(String operator, double eps) {
    if (!(eps >= 0)) {
      throw new InvalidArgument(operator, "eps", "must be 0 or more, found " + eps);
    }
  }

  /**
   * Checks sizes.
   *
   * @throws InvalidArgument if there is none or one is not positive
   */
  static void check(String operator, long[] shape) {
    Objects.requireNonNull(shape, () -> operator + ": normalized_shape is null");
    if (shape.length == 0 || Arrays.stream(shape).anyMatch(size -> size < 1)) {
      throw new InvalidArgument(
          operator,
          "normalized_shape",
          "must have one size or more, all positive, found " + Arrays.toString(shape));
    }
  }
}
