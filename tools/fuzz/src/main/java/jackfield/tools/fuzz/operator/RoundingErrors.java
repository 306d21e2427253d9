package jackfield.tools.fuzz.operator;

import jackfield.kernel.Operator;
import jackfield.tensor.Scalar;
import java.util.regex.Pattern;

/**
 * Calls that divide a sum of squares, which is 0 or a rounding error, by 0 or take its root after
 * adding a negative number: one backend finds NaN, and another infinity or a number.
 */
final class RoundingErrors {
  private static final Pattern SPREAD = Pattern.compile("aten::(std|var)(_mean)?\\.correction.*");
  private static final Pattern LAYER_NORM = Pattern.compile("aten::native_layer_norm(\\.out)?");

  private RoundingErrors() {}

  /** Returns whether rounding errors decide about the results of a call. */
  static boolean decide(Operator operator, Case call) {
    String name = operator.name().toString();
    return (SPREAD.matcher(name).matches()
            && call.arguments().stream()
                .anyMatch(each -> each instanceof Scalar correction && correction.toDouble() > 1))
        || (LAYER_NORM.matcher(name).matches()
            && call.arguments().stream().anyMatch(each -> each instanceof Double eps && eps < 0));
  }
}
