package jackfield.tools.fuzz.operator;

import jackfield.kernel.Operator;
import jackfield.schema.OperatorName;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Calls whose gradients are not those of differences, by PyTorch's conventions, which the recorded
 * vectors contain.
 *
 * <ul>
 *   <li>A variance over an empty list of dimensions divides by one element in its gradient.
 *   <li>Values that are written to one index several times each get the gradient of the last, also
 *       by max_unpool and by the gradient of a reduction that selects values.
 *   <li>The gradient of a layer normalization treats mean and deviation as functions of the input,
 *       though they are arguments; that of log_sigmoid does so with its buffer.
 *   <li>The gradient of singular values and vectors takes the values to be distinct and not 0,
 *       which those of few or of small integers often are not.
 *   <li>Of a symmetric matrix, or of its triangular factor, one triangle is read, but both have a
 *       gradient.
 *   <li>The gradient of a pseudoinverse, and that of least squares, takes no singular value to be
 *       left out.
 *   <li>A numerically singular matrix has a gradient only by its determinant, and none if that is
 *       exactly 0.
 *   <li>The gradient of as_strided_scatter for the tensor that is written to is 0 outside the view.
 *   <li>The gradient of the mean of losses divides by the number of elements of self, also when it
 *       is broadcast.
 *   <li>The length of a short vector counts as eps in a cosine, but has its own gradient.
 *   <li>Stirling's term of a Poisson loss is masked after it was computed: the gradient for a
 *       negative target is NaN.
 *   <li>The gradient of an alignment's likelihood contains that of the softmax before it.
 *   <li>Rows of a table that are chosen several times get the mean of their gradients if that is
 *       asked, and those of padding none.
 *   <li>Softmax of the products of large numbers jumps by their rounding.
 *   <li>A median, a quantile or a k-th value of equal elements belongs to one of them, though no
 *       change of one alone moves it.
 *   <li>A number rounded to many places jumps at each of them: differences over a longer step do
 *       not show the slope. So does a remainder at each multiple of a divisor that is shorter than
 *       the step.
 *   <li>The gradient of atan2 squares and negates integers in their own type, where they overflow.
 *   <li>Given means and variances of a batch normalization are constants.
 *   <li>softshrink and copysign have the gradient 0 for an element 0, also where they return self.
 * </ul>
 */
final class GradientConventions {
  private static final Pattern SPREAD = Pattern.compile("aten::(std|var)(_mean)?(\\..*)?");
  private static final Pattern WRITE =
      Pattern.compile(
          "aten::((_unsafe_)?index_put|put|scatter|index_copy|index_fill|masked_scatter|scatter_reduce"
              + "|index_reduce|max_unpool[23]d|value_selecting_reduction_backward)_?(\\..*)?");
  private static final Pattern SINGULAR = Pattern.compile("aten::_?linalg_svd(vals)?(\\..*)?");
  private static final Pattern SYMMETRIC =
      Pattern.compile("aten::((linalg_)?cholesky.*|_?linalg_eig(h|valsh))(\\..*)?");
  private static final Pattern DETERMINANT = Pattern.compile("aten::(_?linalg_)?det(\\..*)?");
  private static final Pattern MATRIX =
      Pattern.compile(
          "aten::(_?linalg_(cond|eig|inv|ldl|lstsq|lu|matrix_power|pinv|qr|slogdet|solve|tensor).*"
              + "|p?inverse|logdet|slogdet|matrix_power|lu_solve|triangular_solve|qr|geqrf"
              + ")(\\..*)?");
  private static final Pattern INVERSE = Pattern.compile("aten::(linalg_pinv|pinverse).*");
  private static final Pattern SQUARES = Pattern.compile("aten::linalg_lstsq(\\..*)?");
  private static final double LEAST = 1e-10; // the largest tolerance that leaves nothing out
  private static final Pattern STEEP = Pattern.compile("aten::(special_)?round(\\..*)?");
  private static final Pattern REMAINDER = Pattern.compile("aten::(fmod|remainder)(\\..*)?");
  private static final Pattern ANGLE = Pattern.compile("aten::(atan2|arctan2)(\\..*)?");
  private static final Pattern FLAT = Pattern.compile("aten::(copysign|softshrink)(\\..*)?");
  private static final Pattern STATISTICS =
      Pattern.compile("aten::_native_batch_norm_legit_no_training");
  private static final Pattern LOSS =
      Pattern.compile("aten::(mse|smooth_l1|huber|soft_margin)_loss(_backward)?(\\..*)?");
  private static final Pattern OWN =
      Pattern.compile("aten::(cosine_similarity|poisson_nll_loss|_?ctc_loss(_backward)?)(\\..*)?");
  private static final Pattern VIEW = Pattern.compile("aten::as_strided_scatter(\\..*)?");
  private static final Pattern ROWS = Pattern.compile("aten::_?embedding.*");
  private static final Pattern ATTENTION = Pattern.compile("aten::_?scaled_dot_product_.*");
  private static final double LARGE = 1e4;
  private static final Pattern MIDDLE =
      Pattern.compile("aten::((nan)?median|(nan)?quantile|kthvalue)(\\..*)?");
  private static final Pattern SAVED =
      Pattern.compile("aten::(native_layer_norm|log_sigmoid)_backward(\\..*)?");

  private GradientConventions() {}

  /**
   * Returns whether differences do not decide about the gradients of a call.
   *
   * @param results of the call
   */
  static boolean apply(Operator operator, Case call, List<Object> results) {
    String name = operator.name().toString();
    return (SPREAD.matcher(name).matches()
            && call.arguments().stream().anyMatch(GradientConventions::isEmptyList))
        || (WRITE.matcher(name).matches()
            && (call.arguments().contains(false) || hasEqualElements(call, DType::isIntegral)))
        || SINGULAR.matcher(name).matches()
        || SYMMETRIC.matcher(name).matches()
        || (INVERSE.matcher(name).matches()
            && (call.views().size() > 1
                || call.arguments().stream().anyMatch(GradientConventions::leavesOut)))
        || (SQUARES.matcher(name).matches()
            && call.arguments().stream().anyMatch(GradientConventions::leavesOut))
        || (MATRIX.matcher(name).matches() && SingularMatrices.areIn(call))
        || (DETERMINANT.matcher(name).matches() && hasZero(results))
        || STEEP.matcher(name).matches()
        || (REMAINDER.matcher(name).matches() && hasShortNumber(call))
        || (LOSS.matcher(name).matches()
            && call.views().stream().map(View::sizes).distinct().count() > 1)
        || OWN.matcher(name).matches()
        || VIEW.matcher(name).matches()
        || (ROWS.matcher(name).matches()
            && call.arguments().stream().anyMatch(GradientConventions::isChosen))
        || (ANGLE.matcher(name).matches() && hasIntegers(call))
        || (ATTENTION.matcher(name).matches() && hasLarge(call))
        || (MIDDLE.matcher(name).matches() && hasEqualElements(call, DType::isFloating))
        || SAVED.matcher(name).matches();
  }

  /** Returns whether an operator has the gradient 0 for an element 0, whatever its slope there. */
  static boolean isFlatAtZero(OperatorName operator) {
    return FLAT.matcher(operator.toString()).matches();
  }

  /** Returns whether an operator has no gradient for tensors that it reads as constants. */
  static boolean mayHaveNone(Operator operator) {
    return STATISTICS.matcher(operator.name().toString()).matches();
  }

  /** Returns whether a tensor of one of these types has equal elements. */
  private static boolean hasEqualElements(Case call, Predicate<DType> types) {
    return call.views().stream()
        .anyMatch(view -> {
          Memory memory = call.memories().get(view.memory());
          return types.test(memory.dtype()) && values(memory) < view.elementCount();
        });
  }

  private static long values(Memory memory) {
    return IntStream.range(0, memory.count())
        .mapToDouble(i -> memory.value(i) + 0.0)
        .distinct()
        .count();
  }

  /** Returns whether an argument is true or may be the row of padding. */
  private static boolean isChosen(Object argument) {
    return Boolean.TRUE.equals(argument) || (argument instanceof Long row && row >= 0);
  }

  /** Returns whether an argument may be a tolerance that counts, or declare symmetry. */
  private static boolean leavesOut(Object argument) {
    return Boolean.TRUE.equals(argument)
        || (argument instanceof Double tolerance && !(Math.abs(tolerance) < LEAST));
  }

  private static boolean hasZero(List<Object> results) {
    return results.getFirst() instanceof Tensor tensor
        && Extent.isReadable(tensor)
        && DoubleStream.of(Content.of(tensor).reals()).anyMatch(value -> value == 0);
  }

  private static boolean hasIntegers(Case call) {
    return call.memories().stream().anyMatch(memory -> memory.dtype().isIntegral());
  }

  private static boolean hasLarge(Case call) {
    return call.memories().stream()
        .flatMap(memory -> memory.pattern().stream())
        .anyMatch(value -> Math.abs(value) > LARGE);
  }

  /** Returns whether a number or an element is shorter than the longest step, but not 0. */
  private static boolean hasShortNumber(Case call) {
    DoubleStream elements =
        call.memories().stream()
            .flatMapToDouble(
                memory -> IntStream.range(0, memory.count()).mapToDouble(memory::value));
    DoubleStream numbers =
        call.arguments().stream()
            .flatMapToDouble(argument ->
                argument instanceof Scalar number
                    ? DoubleStream.of(number.toDouble())
                    : DoubleStream.empty());
    return DoubleStream.concat(elements, numbers)
        .anyMatch(value -> value != 0 && Math.abs(value) < Differences.LONGEST);
  }

  private static boolean isEmptyList(Object argument) {
    return argument instanceof Values values && values.items().isEmpty();
  }
}
