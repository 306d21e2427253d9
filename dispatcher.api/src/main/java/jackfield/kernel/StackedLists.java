package jackfield.kernel;

import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.List;

/**
 * Converts the forms of a list on a {@link Stack} besides arrays; {@code null} if a value is no
 * list.
 */
final class StackedLists {
  private StackedLists() {}

  static Tensor[] tensors(Object value) {
    return value instanceof List<?> list && list.stream().allMatch(StackedLists::isTensorOrNone)
        ? list.toArray(Tensor[]::new)
        : null;
  }

  private static boolean isTensorOrNone(Object value) {
    return value == null || value instanceof Tensor;
  }

  static long[] longs(Object value) {
    return value instanceof List<?> list && list.stream().allMatch(Long.class::isInstance)
        ? list.stream().mapToLong(Long.class::cast).toArray()
        : null;
  }

  static double[] doubles(Object value) {
    return value instanceof List<?> list && list.stream().allMatch(Number.class::isInstance)
        ? list.stream().mapToDouble(number -> ((Number) number).doubleValue()).toArray()
        : null;
  }

  static boolean[] booleans(Object value) {
    if (!(value instanceof List<?> list) || !list.stream().allMatch(Boolean.class::isInstance)) {
      return null;
    }
    boolean[] truths = new boolean[list.size()];
    for (int i = 0; i < truths.length; i++) {
      truths[i] = (Boolean) list.get(i);
    }
    return truths;
  }

  static Scalar[] scalars(Object value) {
    if (!(value instanceof List<?> list)) {
      return null;
    }
    Scalar[] scalars = list.stream().map(StackedLists::scalar).toArray(Scalar[]::new);
    return Arrays.asList(scalars).contains(null) ? null : scalars;
  }

  private static Scalar scalar(Object value) {
    return switch (value) {
      case Scalar scalar -> scalar;
      case Long whole -> Scalar.of(whole);
      case Double real -> Scalar.of(real);
      case Boolean truth -> Scalar.of(truth);
      case null, default -> null;
    };
  }

  /** Returns the union of the raw key sets of a list's tensors, 0 if {@code value} is no list. */
  static long keys(Object value) {
    return switch (value) {
      case Tensor[] tensors -> Operator.keysOf(tensors);
      case List<?> list -> keys(list);
      case null, default -> 0;
    };
  }

  private static long keys(List<?> values) {
    long keys = 0;
    for (Object value : values) {
      keys |= value instanceof Tensor tensor ? tensor.keyBits() : 0;
    }
    return keys;
  }
}
