package jackfield.backend.cpu.reference.loops;

import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import java.util.function.LongBinaryOperator;

/** The check of integer divisors. */
public final class Divisors {
  private Divisors() {}

  /**
   * Checks the second input before anything is written, if the common type is integral.
   *
   * @throws InvalidArgument if it has a 0
   */
  public static void refuseZeros(String operator, ElementwiseIterator it) {
    DType type = it.type(2);
    if (it.commonType().isFloating()) {
      return;
    }
    it.forEachRow((at, step, count) -> {
      for (long i = 0; i < count; i++) {
        if (Elements.longAt(type, at[2] + i * step[2]) == 0) {
          throw zero(operator);
        }
      }
    });
  }

  /**
   * Returns a function of integers that is 0 for the divisor 0. After {@link #refuseZeros} there
   * still is one if a tensor that overlaps itself is divided in place by itself, or if another
   * thread writes it. What was written by then must not end in a refusal.
   */
  public static LongBinaryOperator orZero(LongBinaryOperator function) {
    return (dividend, divisor) -> divisor == 0 ? 0 : function.applyAsLong(dividend, divisor);
  }

  private static InvalidArgument zero(String operator) {
    return new InvalidArgument(operator, "other", "has a 0, by which no integer is divided");
  }
}
