package jackfield.tools.fuzz.operator;

import jackfield.kernel.Operator;
import jackfield.schema.OperatorName;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import jackfield.tools.fuzz.operator.argument.BuiltTensors;
import jackfield.tools.fuzz.operator.argument.Case;
import jackfield.tools.fuzz.operator.argument.Extent;
import jackfield.tools.fuzz.operator.argument.Memory;
import jackfield.tools.fuzz.operator.argument.SingularMatrices;
import jackfield.tools.fuzz.operator.argument.Values;
import jackfield.tools.fuzz.operator.argument.Values.Ref;
import jackfield.tools.fuzz.operator.argument.View;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Calls whose gradients are not those of differences, by PyTorch's conventions, which the recorded
 * vectors contain. {@link #ALL} lists them with their reasons.
 */
final class GradientConventions {
  private static final double LEAST = 1e-10; // the largest tolerance that leaves nothing out
  private static final double LARGE = 1e4;
  private static final String ANY_OVERLOAD = "(\\..*)?";

  private static final List<Convention> ALL =
      List.of(
          // A variance over an empty list of dimensions divides by one element in its gradient.
          new Convention(
              "(std|var)(_mean)?", call -> hasArgument(call, GradientConventions::isEmptyList)),
          // Values that are written to one index several times each get the gradient of the last,
          // also by max_unpool and by the gradient of a reduction that selects values.
          new Convention(
              "((_unsafe_)?index_put|put|scatter|index_copy|masked_scatter"
                  + "|scatter_reduce|index_reduce|max_unpool[23]d"
                  + "|value_selecting_reduction_backward)_?",
              call ->
                  call.arguments().contains(false) || hasEqualElements(call, DType::isIntegral)),
          // The gradients of singular values take them to be distinct and not 0, which those of few
          // or of small integers often are not.
          new Convention("_?linalg_svd(vals)?"),
          // Of a symmetric matrix, or of its triangular factor, one triangle is read, but both have
          // a gradient.
          new Convention("((linalg_)?cholesky.*|_?linalg_eig(h|valsh))"),
          // The gradients of a pseudoinverse and of least squares take no singular value to be left
          // out.
          new Convention(
              "(linalg_pinv|pinverse).*",
              call -> call.views().size() > 1 || hasArgument(call, GradientConventions::leavesOut)),
          new Convention("linalg_lstsq", call -> hasArgument(call, GradientConventions::leavesOut)),
          // A numerically singular matrix has a gradient only by its determinant, and none if that
          // is exactly 0.
          new Convention(
              "(_?linalg_(cond|eig|inv|ldl|lstsq|lu|matrix_(norm|power)|norm|pinv|qr|slogdet"
                  + "|solve|tensor).*"
                  + "|p?inverse|logdet|slogdet|matrix_power|lu_solve|triangular_solve|qr|geqrf)",
              SingularMatrices::areIn),
          new Convention("(_?linalg_)?det", (_, results) -> hasZero(results)),
          // A number rounded to many places jumps at each of them, and a remainder at each multiple
          // of its divisor: differences over several jumps do not show the slope.
          new Convention("(special_)?round"),
          new Convention("(fmod|remainder)", GradientConventions::jumpsWithinStep),
          // The gradient of the mean of losses divides by the number of elements of self, also when
          // it is broadcast.
          new Convention(
              "(mse|smooth_l1|huber|soft_margin)_loss(_backward)?",
              call -> call.views().stream().map(View::sizes).distinct().count() > 1),
          // The length of a short vector counts as eps in a cosine, but has its own gradient.
          // Stirling's term of a Poisson loss is masked after it was computed: the gradient for a
          // negative target is NaN. The gradient of an alignment's likelihood contains that of the
          // softmax before it.
          new Convention("(cosine_similarity|poisson_nll_loss|_?ctc_loss(_backward)?)"),
          // The gradient for the tensor that is written to is 0 outside the view.
          new Convention("as_strided_scatter"),
          // Rows of a table that are chosen several times get the mean of their gradients if that
          // is asked, and those of padding none.
          new Convention("_?embedding.*", call -> hasArgument(call, GradientConventions::isChosen)),
          // The gradients of atan2 and zeta square or negate integers in their own type: they
          // overflow.
          new Convention("(atan2|arctan2|special_zeta)", GradientConventions::hasIntegers),
          // That of soft_margin_loss negates them too, but the loss negates them in self's type.
          new Convention("soft_margin_loss(_backward)?", GradientConventions::hasUnnegatable),
          // The gradient of upsample_nearest ignores a scale factor if the size stays or doubles.
          new Convention(
              "upsample_nearest[123]d", call -> hasArgument(call, GradientConventions::isFactor)),
          // The gradient of the gradients of prelu counts an element 0 as positive, they do not.
          new Convention("_prelu_kernel_backward", GradientConventions::hasZero),
          // Softmax of the products of large numbers jumps by their rounding.
          new Convention("_?scaled_dot_product_.*", GradientConventions::hasLarge),
          // A median, a quantile or a k-th value of equal elements belongs to one of them, though
          // no change of one alone moves it.
          new Convention(
              "((nan)?median|(nan)?quantile|kthvalue)",
              call -> hasEqualElements(call, DType::isFloating)),
          // An element that equals both limits has the gradient, though it follows them if they are
          // one tensor.
          new Convention(
              "(clamp|clip)_?",
              call ->
                  call.arguments().get(1) != null
                      && call.arguments().get(1).equals(call.arguments().get(2))),
          // The gradients of normalizations treat mean and deviation as functions of the input,
          // though they are arguments; that of log_sigmoid does so with its buffer.
          new Convention("(native_(layer|batch)_norm|log_sigmoid)_backward"));

  // The shrinking functions and copysign have the gradient 0 for an element 0, also where they
  // return self.
  private static final Pattern FLAT = pattern("(copysign|softshrink|hardshrink)");
  // Given means and variances of a batch normalization are constants.
  private static final Pattern STATISTICS = pattern("_native_batch_norm_legit_no_training");

  /** Calls of some operators. */
  private record Convention(Pattern operators, BiPredicate<Case, List<Object>> holds) {
    Convention(String operators, BiPredicate<Case, List<Object>> holds) {
      this(pattern(operators), holds);
    }

    Convention(String operators, Predicate<Case> holds) {
      this(operators, (call, _) -> holds.test(call));
    }

    Convention(String operators) {
      this(operators, _ -> true);
    }
  }

  private GradientConventions() {}

  private static Pattern pattern(String operators) {
    return Pattern.compile("aten::" + operators + ANY_OVERLOAD);
  }

  /**
   * Returns whether differences do not decide about the gradients of a call.
   *
   * @param results of the call
   */
  static boolean apply(Operator operator, Case call, List<Object> results) {
    String name = operator.name().toString();
    return ALL.stream()
        .anyMatch(
            each -> each.operators().matcher(name).matches() && each.holds().test(call, results));
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
          return types.test(memory.dtype()) && values(view, memory) < view.elementCount();
        });
  }

  private static long values(View view, Memory memory) {
    return view.places()
        .limit(memory.count() + 1L) // more places than elements have equal ones
        .mapToDouble(place -> memory.value((int) place) + 0.0)
        .distinct()
        .count();
  }

  /** Returns whether an argument is a real number, or a list with one. */
  private static boolean isFactor(Object argument) {
    return argument instanceof Double
        || (argument instanceof Values list
            && list.items().stream().anyMatch(Double.class::isInstance));
  }

  private static boolean hasArgument(Case call, Predicate<Object> condition) {
    return call.arguments().stream().anyMatch(condition);
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

  private static boolean hasZero(Case call) {
    return elements(call).anyMatch(value -> value == 0);
  }

  private static boolean hasIntegers(Case call) {
    return call.memories().stream().anyMatch(memory -> memory.dtype().isIntegral());
  }

  /** Returns whether an element is so large that rounding errors of its products count. */
  static boolean hasLarge(Case call) {
    return call.memories().stream()
        .flatMap(memory -> memory.pattern().stream())
        .anyMatch(value -> Math.abs(value) > LARGE);
  }

  /** Returns whether an element is an integer whose negative its type does not have. */
  private static boolean hasUnnegatable(Case call) {
    return BuiltTensors.onHost(call).tensors().stream()
        .anyMatch(tensor ->
            LongStream.of(Content.of(tensor).integers())
                .anyMatch(each -> isUnnegatable(tensor.dtype(), each)));
  }

  private static boolean isUnnegatable(DType type, long value) {
    return type == DType.UINT8 ? value != 0 : value == -1L << (8 * type.sizeBytes() - 1);
  }

  /**
   * Returns whether the longest step, of the first argument or the second, may change their
   * quotient by one or more.
   */
  private static boolean jumpsWithinStep(Case call) {
    double largest = numbers(call, 0).map(Math::abs).filter(Double::isFinite).max().orElse(0);
    return numbers(call, 1)
        .map(Math::abs)
        .filter(divisor -> divisor != 0)
        .anyMatch(divisor -> (largest / divisor + 1) * Differences.LONGEST > divisor);
  }

  /** Returns the elements of a tensor, or a number, that is an argument. */
  private static DoubleStream numbers(Case call, int argument) {
    return switch (call.arguments().get(argument)) {
      case Ref(int tensor) -> {
        View view = call.views().get(tensor);
        Memory memory = call.memories().get(view.memory());
        yield view.places().mapToDouble(place -> memory.value((int) place));
      }
      case Scalar number -> DoubleStream.of(number.toDouble());
      default -> DoubleStream.empty();
    };
  }

  private static DoubleStream elements(Case call) {
    return call.memories().stream()
        .flatMapToDouble(memory -> IntStream.range(0, memory.count()).mapToDouble(memory::value));
  }

  private static boolean isEmptyList(Object argument) {
    return argument instanceof Values values && values.items().isEmpty();
  }
}
