package jackfield.backend.cpu.loops.quotient;

import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.loops.template.Lanes;
import jackfield.backend.cpu.loops.template.Template;
import java.lang.invoke.MethodHandles;

/**
 * The loops of rounded quotients of floats and of their remainders. They are exact, also where the
 * quotient is not. The caller must pass 1 as the number.
 */
public final class QuotientLoops {
  private static final Template<PointwiseLoop> TEMPLATE =
      new Template<>(MethodHandles.lookup(), QuotientLoop.class, Quotients.class);

  private QuotientLoops() {}

  private static ByType<PointwiseLoop> of(String name, int kind) {
    return new ByType<>(type -> TEMPLATE.stamp(Lanes.of(type), name, kind));
  }

  /** Returns the remainder with the sign of the dividend. */
  public static ByType<PointwiseLoop> fmod() {
    return of("fmod", ScalarQuotients.FMOD);
  }

  /** Returns the remainder with the sign of the divisor. */
  public static ByType<PointwiseLoop> remainder() {
    return of("remainder", ScalarQuotients.REMAINDER);
  }

  /** Returns the quotient rounded down; the quotient itself if the divisor is 0. */
  public static ByType<PointwiseLoop> floorDivide() {
    return of("floorDivide", ScalarQuotients.FLOOR);
  }
}
