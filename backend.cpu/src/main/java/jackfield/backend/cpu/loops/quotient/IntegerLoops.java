package jackfield.backend.cpu.loops.quotient;

import jackfield.aten.kernel.Row;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.loops.template.Template;
import java.lang.invoke.MethodHandles;

/**
 * Loops over rows of two integers, by the type of the inputs and that of the output. The quotient
 * by 0 is 0, and so is its remainder.
 */
public final class IntegerLoops {
  private static final Template<Row> TEMPLATE =
      new Template<>(MethodHandles.lookup(), IntegerLoop.class);

  private IntegerLoops() {}

  private static ByType<ByType<Row>> of(int kind) {
    return new ByType<>(type -> new ByType<>(result -> TEMPLATE.copy(kind, type, result)));
  }

  /** Returns the remainder with the sign of the dividend. */
  public static ByType<ByType<Row>> fmod() {
    return of(IntegerLoop.FMOD);
  }

  /** Returns the remainder with the sign of the divisor. */
  public static ByType<ByType<Row>> remainder() {
    return of(IntegerLoop.REMAINDER);
  }

  /** Returns the quotient rounded down. */
  public static ByType<ByType<Row>> floorDivide() {
    return of(IntegerLoop.FLOOR);
  }

  /** Returns the quotient rounded towards 0. */
  public static ByType<ByType<Row>> divide() {
    return of(IntegerLoop.TRUNC);
  }

  /** Returns the power modulo 2⁶⁴; one of a negative exponent is truncated towards 0. */
  public static ByType<ByType<Row>> power() {
    return of(IntegerLoop.POWER);
  }

  /** Returns the same power to an exponent of int64, whatever the type of the inputs is. */
  public static ByType<ByType<Row>> powerToNumber() {
    return of(IntegerLoop.POWER_TO_NUMBER);
  }

  /** Returns the greatest common divisor, which is not negative; 0 of two zeros. */
  public static ByType<ByType<Row>> divisor() {
    return of(IntegerLoop.GCD);
  }

  /** Returns the least common multiple, which is not negative; 0 if one number is 0. */
  public static ByType<ByType<Row>> multiple() {
    return of(IntegerLoop.LCM);
  }
}
