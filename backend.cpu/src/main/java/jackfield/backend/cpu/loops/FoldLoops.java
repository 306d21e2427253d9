package jackfield.backend.cpu.loops;

import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.loops.template.Lanes;
import jackfield.backend.cpu.loops.template.Template;
import java.lang.invoke.MethodHandles;

/** The folds, by operation; each exists for float32 and float64. */
public final class FoldLoops {
  private static final Template<FoldLoop> TEMPLATE =
      new Template<>(MethodHandles.lookup(), FoldingLoop.class, Arithmetic.class);

  private FoldLoops() {}

  private static ByType<FoldLoop> fold(String operation, int inputs, boolean isSum, boolean keeps) {
    return new ByType<>(type -> TEMPLATE.stamp(Lanes.of(type), operation, inputs, isSum, keeps));
  }

  /** Returns the sum of the first input. */
  public static ByType<FoldLoop> sum() {
    return fold("first", 1, true, false);
  }

  /** Returns the maximum of the first input: −∞ if there is no element, NaN if one is NaN. */
  public static ByType<FoldLoop> max() {
    return fold("first", 1, false, false);
  }

  /** Returns the sum of the products of both inputs. */
  public static ByType<FoldLoop> sumOfProducts() {
    return fold("mul", 2, true, false);
  }

  /** Returns the sum of (a − number)². */
  public static ByType<FoldLoop> sumOfSquaredDistances() {
    return fold("squaredDistance", 1, true, false);
  }

  /** Returns the sum of exp(a − number). */
  public static ByType<FoldLoop> sumOfExponentials() {
    return fold("expShifted", 1, true, false);
  }

  /** Returns the sum of exp(a − number), and writes the summands to the output. */
  public static ByType<FoldLoop> exponentials() {
    return fold("expShifted", 1, true, true);
  }
}
