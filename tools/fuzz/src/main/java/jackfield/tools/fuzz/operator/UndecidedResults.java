package jackfield.tools.fuzz.operator;

import jackfield.kernel.Operator;
import jackfield.tensor.Scalar;
import jackfield.tools.fuzz.operator.argument.Case;
import jackfield.tools.fuzz.operator.argument.SingularMatrices;
import jackfield.tools.fuzz.operator.argument.Values.Ref;
import java.util.regex.Pattern;

/**
 * Calls whose results depend on the algorithm, so that two backends that are right may differ.
 *
 * <ul>
 *   <li>A sum of squares, which is 0 or a rounding error, is divided by 0, or its root is taken
 *       after a negative number was added: NaN, infinity or a number.
 *   <li>A correlation of equal numbers is 0 / 0, or a rounding error divided by another.
 *   <li>A multiplied operand is added: the product overflows, or is not rounded before it is added.
 *   <li>A convolution multiplies an infinite weight by the zeros of the padding, or leaves them
 *       out: NaN or a number.
 *   <li>Squares of large differences are added in a wider type or not: a number or infinity.
 *   <li>The smallest singular value of a singular matrix is 0 or a rounding error: its condition
 *       and its pseudoinverse are infinite, 10¹⁵, or as if the value were left out.
 *   <li>The buffer of log_sigmoid_backward is above 1, which no forward gives: 1 − z / (1 + z) is 0
 *       in one type and a small number in another.
 *   <li>The factors of elu_backward overflow before or after an exponential of 0.
 *   <li>softplus_backward multiplies an infinite half by an exponential that is 0 or not, and
 *       softplus with a large threshold takes an exponential that is infinite or not.
 *   <li>digamma_ of elements that overlap is applied to its own results, which poles separate.
 * </ul>
 */
final class UndecidedResults {
  private static final Pattern SPREAD = Pattern.compile("aten::(std|var)(_mean)?\\.correction.*");
  private static final Pattern NORM =
      Pattern.compile("aten::(native_)?(layer|group)_norm(\\.out)?");
  private static final Pattern MULTIPLIED = Pattern.compile("aten::(add|r?sub|subtract)_?(\\..*)?");
  private static final double LARGE = 1e15;
  private static final double LARGEST_HALF = 65_504;
  private static final Pattern SQUARES = Pattern.compile("aten::(mse|huber|smooth_l1)_loss.*");
  private static final Pattern CONVOLUTION = Pattern.compile("aten::_?conv(olution|\\d|_).*");

  private static final Pattern CORRELATION = Pattern.compile("aten::corrcoef");
  private static final Pattern RANKED =
      Pattern.compile("aten::(linalg_(pinv|cond|matrix_rank|lstsq)|pinverse)(\\..*)?");

  private static final Pattern LOG_SIGMOID = Pattern.compile("aten::log_sigmoid_backward(\\..*)?");
  private static final int BUFFER = 2; // its argument
  private static final Pattern ELU = Pattern.compile("aten::elu_backward(\\..*)?");
  private static final Pattern SOFTPLUS = Pattern.compile("aten::softplus(\\..*)?");
  private static final Pattern SOFTPLUS_BACKWARD =
      Pattern.compile("aten::softplus_backward(\\..*)?");
  private static final Pattern DIGAMMA = Pattern.compile("aten::(special_)?digamma_");

  private UndecidedResults() {}

  /** Returns whether the results of a call are not compared. */
  static boolean areOf(Operator operator, Case call) {
    String name = operator.name().toString();
    return (SPREAD.matcher(name).matches()
            && call.arguments().stream()
                .anyMatch(each -> each instanceof Scalar correction && correction.toDouble() > 1))
        || (NORM.matcher(name).matches()
            && call.arguments().stream().anyMatch(each -> each instanceof Double eps && eps < 0))
        || (MULTIPLIED.matcher(name).matches() && hasLargeNumber(call))
        || (ELU.matcher(name).matches() && hasLargeNumber(call))
        || (SOFTPLUS.matcher(name).matches() && hasLargeNumber(call))
        || (SOFTPLUS_BACKWARD.matcher(name).matches() && !areLess(call, LARGEST_HALF))
        || (DIGAMMA.matcher(name).matches() && hasOverlap(call))
        || (CORRELATION.matcher(name).matches()
            && call.memories().stream().anyMatch(memory -> memory.slope() == 0))
        || (RANKED.matcher(name).matches() && SingularMatrices.areIn(call))
        || (LOG_SIGMOID.matcher(name).matches() && isAboveOne(call, call.arguments().get(BUFFER)))
        || (SQUARES.matcher(name).matches() && !areLess(call, LARGE))
        || (CONVOLUTION.matcher(name).matches() && !areLess(call, Double.POSITIVE_INFINITY));
  }

  /** Returns whether there are elements, and none is infinite in a type of 16 bits. */
  static boolean areFinite(Case call) {
    return areLess(call, LARGEST_HALF)
        && call.views().stream().noneMatch(view -> view.elementCount() == 0);
  }

  private static boolean hasLargeNumber(Case call) {
    return call.arguments().stream()
        .anyMatch(each -> each instanceof Scalar by && Math.abs(by.toDouble()) > LARGE);
  }

  private static boolean hasOverlap(Case call) {
    return call.views().stream()
        .anyMatch(view -> view.places().distinct().count() < view.elementCount());
  }

  private static boolean isAboveOne(Case call, Object argument) {
    return argument instanceof Ref(int view)
        && call.memories().get(call.views().get(view).memory()).pattern().stream()
            .anyMatch(value -> Math.abs(value) > 1);
  }

  private static boolean areLess(Case call, double limit) {
    return call.memories().stream()
        .flatMap(memory -> memory.pattern().stream())
        .allMatch(value -> Math.abs(value) < limit);
  }
}
