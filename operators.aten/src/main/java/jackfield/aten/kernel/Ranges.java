package jackfield.aten.kernel;

import jackfield.dispatch.InvalidArgument;
import jackfield.dispatch.TypeMismatch;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;

/**
 * How many numbers lie between two, a step apart, and of which type they are.
 *
 * <p><em>Source</em>: {@code arange} of PyTorch 2.6, which counts in integers for int64 and in
 * doubles for all other types.
 */
public final class Ranges {
  private Ranges() {}

  /** Returns the type of a range of bare numbers: int64 unless one of them has a fraction. */
  public static DType type(Scalar start, Scalar end, Scalar step) {
    boolean whole = isWhole(start) && isWhole(end) && isWhole(step);
    return whole ? DType.INT64 : EmptyKernels.DEFAULT_TYPE;
  }

  private static boolean isWhole(Scalar number) {
    return number.type() == DType.INT64 || number.type() == DType.BOOL;
  }

  /**
   * Returns the number of elements, the end not counted.
   *
   * @throws TypeMismatch if {@code type} is boolean or complex
   * @throws InvalidArgument if the step is 0 or leads away from the end, or a bound is not finite
   */
  public static long length(String operator, Scalar start, Scalar end, Scalar step, DType type) {
    if (type == DType.BOOL || type.isComplex()) {
      throw new TypeMismatch(operator, "expected an integer or floating type, found " + type);
    }
    boolean whole = type.isIntegral();
    double from = whole ? start.toLong() : start.toDouble();
    double to = whole ? end.toLong() : end.toDouble();
    double by = whole ? step.toLong() : step.toDouble();
    check(operator, from, to, by);
    double length =
        type == DType.INT64
            ? wholeLength(start.toLong(), end.toLong(), step.toLong())
            : Math.ceil((end.toDouble() - start.toDouble()) / step.toDouble());
    if (!(length >= 0 && length < Long.MAX_VALUE)) {
      throw new InvalidArgument(operator, "end", end + " is too far from the start");
    }
    return (long) length;
  }

  private static void check(String operator, double from, double to, double by) {
    if (by == 0 || Double.isNaN(by)) {
      throw new InvalidArgument(operator, "step", "is zero or not a number");
    }
    if (!Double.isFinite(from) || !Double.isFinite(to)) {
      throw new InvalidArgument(
          operator, "end", "%s, from %s: expected finite numbers".formatted(to, from));
    }
    if (by > 0 ? to < from : to > from) {
      throw new InvalidArgument(
          operator, "step", "%s leads away from %s to %s".formatted(by, from, to));
    }
  }

  private static long wholeLength(long from, long to, long by) {
    return (to - from + by - Long.signum(by)) / by;
  }
}
