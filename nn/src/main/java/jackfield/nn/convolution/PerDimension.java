package jackfield.nn.convolution;

import jackfield.error.InvalidArgument;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Numbers for each dimension of a window; one number stands for all dimensions. */
final class PerDimension {
  private PerDimension() {}

  /**
   * Returns one number for each of {@code dimensions}.
   *
   * @throws InvalidArgument if the count is neither 1 nor {@code dimensions}, or a number is below
   *     {@code least}
   */
  static long[] of(String operator, String name, List<Long> given, int dimensions, long least) {
    Objects.requireNonNull(given, () -> "%s: %s is null".formatted(operator, name));
    if (given.size() != 1 && given.size() != dimensions) {
      throw new InvalidArgument(
          operator,
          name,
          "must have a number for each spatial dimension (%d), or one for all; found %s"
              .formatted(dimensions, given));
    }
    if (given.stream().anyMatch(each -> each < least)) {
      throw new InvalidArgument(
          operator, name, "must be %d or more, found %s".formatted(least, given));
    }
    long[] each = new long[dimensions];
    Arrays.setAll(each, i -> given.get(given.size() == 1 ? 0 : i));
    return each;
  }

  static List<Long> list(long... numbers) {
    return numbers == null ? null : Arrays.stream(numbers).boxed().toList(); // of refuses null
  }

  /** Returns the numbers as PyTorch shows them: {@code 2}, or {@code (2, 3)}. */
  static String text(List<Long> numbers) {
    return numbers.size() == 1
        ? numbers.getFirst().toString()
        : numbers.toString().replace('[', '(').replace(']', ')');
  }
}
