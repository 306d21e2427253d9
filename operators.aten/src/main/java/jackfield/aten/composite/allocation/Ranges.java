package jackfield.aten.composite.allocation;

import jackfield.aten.kernel.TypePromotion;
import jackfield.aten.rule.FillRules;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.TypeMismatch;

/**
 * The length and the element type of a range of numbers.
 *
 * <p><em>Source</em>: {@code arange} of PyTorch 2.6, which counts in integers for int64 and in
 * doubles for all other types.
 */
public final class Ranges {
  private Ranges() {}

  /** Returns the type of a range of bare numbers: int64 unless one of them has a fraction. */
  public static DType type(Scalar start, Scalar end, Scalar step) {
    boolean whole = isWhole(start) && isWhole(end) && isWhole(step);
    return whole ? DType.INT64 : TypePromotion.DEFAULT_FLOAT;
  }

  private static boolean isWhole(Scalar number) {
    return number.type() == DType.INT64 || number.type() == DType.BOOL;
  }

  /**
   * Returns the number of elements of the range, whose end is excluded.
   *
   * @throws TypeMismatch if {@code type} is boolean or complex
   * @throws InvalidArgument if the step is 0 or leads away from the end, or a bound is not finite
   */
  public static long length(String operator, Scalar start, Scalar end, Scalar step, DType type) {
    if (type == DType.BOOL || type.isComplex()) {
      throw new TypeMismatch(operator, "expected an integer or floating type, found " + type);
    }
    if (type.isIntegral()) {
      FillRules.checkHolds(operator, DType.INT64, start);
      FillRules.checkHolds(operator, DType.INT64, end);
      FillRules.checkHolds(operator, DType.INT64, step);
      checkWhole(operator, start.toLong(), end.toLong(), step.toLong());
    } else {
      check(operator, start.toDouble(), end.toDouble(), step.toDouble());
    }
    double inDoubles = Math.ceil((end.toDouble() - start.toDouble()) / step.toDouble());
    boolean fits = inDoubles >= 0 && inDoubles < Long.MAX_VALUE;
    long length =
        type == DType.INT64
            ? wholeLength(start.toLong(), end.toLong(), step.toLong())
            : fits ? (long) inDoubles : -1;
    if (length < 0) {
      throw new InvalidArgument(operator, "end", end + " is too far from the start");
    }
    return length;
  }

  private static void checkWhole(String operator, long from, long to, long by) {
    if (by == 0) {
      throw new InvalidArgument(operator, "step", "is zero");
    }
    if (by > 0 ? to < from : to > from) {
      throw new InvalidArgument(
          operator, "step", "%d leads away from %d to %d".formatted(by, from, to));
    }
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

  /**
   * Counts in unsigned integers, as the distance may need 64 bits; the result is negative if the
   * count needs 64 bits too.
   */
  private static long wholeLength(long from, long to, long by) {
    long distance = by > 0 ? to - from : from - to;
    long step = by > 0 ? by : -by;
    long length = Long.divideUnsigned(distance, step);
    long rest = Long.remainderUnsigned(distance, step);
    return length < 0 || rest == 0 ? length : length + 1;
  }
}
