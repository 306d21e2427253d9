package jackfield.conformance.gradient;

import jackfield.conformance.value.Disagreement;
import jackfield.conformance.value.Placement;
import jackfield.conformance.value.ValueReader;
import jackfield.conformance.vectors.Arguments;
import jackfield.conformance.vectors.Failures;
import jackfield.conformance.vectors.Operators;
import jackfield.conformance.vectors.RecordedVector;
import jackfield.dispatch.Dispatcher;
import jackfield.error.JackfieldException;
import jackfield.kernel.Operator;
import jackfield.tensor.Autograd;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Differentiates the results of a recorded call one at a time, and with respect to one input at a
 * time, in float64 and complex128. Recordings use all results and all inputs together, so an error
 * of a formula that appears only without some of them shows here. Gradients are linear in what
 * arrives at the results, so those of the single results add up to the gradient of all. The same
 * holds for second derivatives.
 */
public final class SeparateGradients {
  private static final int MOST_NUMBERS = 4096; // of an input or a result
  // As in PyTorch, the gradient for a singular matrix is 0 unless it is recorded.
  private static final Set<String> ZERO_IF_UNRECORDED =
      Set.of("aten::det", "aten::linalg_det", "aten::_linalg_det");

  private final Operators operators;
  private final Autograd autograd;
  private final RecordedVector vector;
  private final Operator operator;
  private int[] leaves; // the numbers of those that may require gradients together
  private DoubleGradients call; // that requires the gradients of all of them

  private SeparateGradients(Dispatcher dispatcher, Autograd autograd, RecordedVector vector) {
    this.operators = new Operators(dispatcher);
    this.autograd = autograd;
    this.vector = vector;
    this.operator = operators.operator(vector.operator());
  }

  /**
   * Prepares the checks of the call of {@code vector}; empty if it is refused, too large or not
   * differentiable. Arguments that may not require gradients are constants.
   */
  public static Optional<SeparateGradients> of(
      Dispatcher dispatcher, Autograd autograd, RecordedVector vector) {
    SeparateGradients checks = new SeparateGradients(dispatcher, autograd, vector);
    return checks.isDifferentiable() ? Optional.of(checks) : Optional.empty();
  }

  private boolean isDifferentiable() {
    DoubleCall bound = unlessRefused(this::bound).filter(DoubleCall::isSmall).orElse(null);
    if (bound == null) {
      return false;
    }
    leaves = IntStream.range(0, bound.leaves().size()).toArray();
    call = differentiated(leaves).orElse(null);
    if (call == null) {
      leaves = IntStream.of(leaves).filter(leaf -> differentiated(leaf).isPresent()).toArray();
      call = differentiated(leaves).orElse(null);
    }
    return call != null;
  }

  private static <T> Optional<T> unlessRefused(Supplier<T> action) {
    try {
      return Optional.of(action.get());
    } catch (JackfieldException | Disagreement _) {
      return Optional.empty();
    }
  }

  /** Returns a call for which some leaves require gradients, if they have any. */
  private Optional<DoubleGradients> differentiated(int... some) {
    return unlessRefused(
            () -> {
              DoubleGradients recorded = recorded(some);
              List<Tensor> _ = recorded.gradients(recorded.inputs());
              return recorded;
            })
        .filter(recorded -> recorded.differentiable() > 0);
  }

  private DoubleGradients recorded(int... some) {
    DoubleCall bound = bound();
    List<Tensor> inputs = IntStream.of(some).mapToObj(bound.leaves()::get).toList();
    return new DoubleGradients(autograd, bound, inputs);
  }

  private DoubleCall bound() {
    Arguments arguments =
        Arguments.bind(operator.schema(), vector.json(), new ValueReader(Placement.host()));
    return new DoubleCall(operators, operator, arguments, MOST_NUMBERS, statistics(arguments));
  }

  /** Returns the arguments that the call changes although its schema does not say so. */
  private Set<Tensor> statistics(Arguments arguments) {
    Set<Tensor> changed = Collections.newSetFromMap(new IdentityHashMap<>());
    vector
        .json()
        .path("args_after")
        .fieldNames()
        .forEachRemaining(path -> changed.add(arguments.tensor(path)));
    arguments.replace((argument, tensor) -> {
      if (argument.isWritten()) {
        changed.remove(tensor);
      }
      return tensor;
    });
    return changed;
  }

  /**
   * Compares the gradient of all results with the sum of those of the single results.
   *
   * @return whether there are several results with a gradient
   * @throws Disagreement if they differ, or if a single result has none
   */
  public boolean checkResults() {
    if (call.differentiable() < 2) {
      return false;
    }
    List<List<Tensor>> parts = new ArrayList<>();
    for (int output = 0; output < call.outputs().size(); output++) {
      int number = output;
      String what = "result " + number + " alone";
      parts.add(alone(what, call.inputs(), with -> call.gradientsOf(number, with)));
    }
    Sums.check("gradient of input", call.gradients(call.inputs()), parts);
    return true;
  }

  /**
   * Compares gradients of single results that are recorded with those that are not, which formulas
   * may compute otherwise.
   *
   * @return whether the two are the same for this operator
   * @throws Disagreement if they differ, or if one of them is refused
   */
  public boolean checkUnrecorded() {
    if (ZERO_IF_UNRECORDED.contains(vector.operator())) {
      return false;
    }
    for (int output = 0; output < call.outputs().size(); output++) {
      int number = output;
      String what = "unrecorded gradient of result " + number;
      List<Tensor> found =
          Failures.unlessThrown(what, "gradients", () -> call.unrecordedOf(number));
      List<Tensor> expected = call.gradientsOf(number, call.inputs());
      Sums.check(what + " for input", expected, List.of(found));
    }
    return true;
  }

  /** Differentiates with respect to some tensors. */
  private interface Differentiation {
    List<Tensor> gradients(List<Tensor> with);
  }

  /**
   * Differentiates with respect to all of {@code inputs}, and compares with the gradients with
   * respect to one at a time.
   */
  private static List<Tensor> alone(
      String what, List<Tensor> inputs, Differentiation differentiation) {
    List<Tensor> all =
        Failures.unlessThrown(what, "gradients", () -> differentiation.gradients(inputs));
    for (int input = 0; input < inputs.size() && inputs.size() > 1; input++) {
      List<Tensor> one = List.of(inputs.get(input));
      List<Tensor> expected = Collections.singletonList(all.get(input)); // which may be null
      List<Tensor> found =
          Failures.unlessThrown(
              what + ", for input " + input, "a gradient", () -> differentiation.gradients(one));
      Sums.check(what + ", gradient of only input " + input + ",", expected, List.of(found));
    }
    return all;
  }

  /**
   * Compares the gradient of each input with the one that it has if no other is wanted, and if no
   * other input requires one.
   *
   * @return whether there are several inputs with a gradient
   * @throws Disagreement if they differ, or if an input has none alone
   */
  public boolean checkInputs() {
    if (leaves.length < 2 || !repeats()) {
      return false;
    }
    List<Tensor> whole = alone("all results", call.inputs(), call::gradients);
    for (int input = 0; input < whole.size(); input++) {
      int leaf = leaves[input];
      List<Tensor> found =
          Failures.unlessThrown("input " + input, "gradients", () -> gradientOf(leaf));
      List<Tensor> expected = Collections.singletonList(whole.get(input)); // which may be null
      Sums.check("gradient of the only input, " + input + ",", expected, List.of(found));
    }
    return true;
  }

  private List<Tensor> gradientOf(int leaf) {
    DoubleGradients only = recorded(leaf);
    return only.gradients(only.inputs());
  }

  /** Returns whether two equal calls have equal results: the operator draws no numbers. */
  private boolean repeats() {
    List<Tensor> others = recorded(leaves).outputs();
    for (int output = 0; output < others.size(); output++) {
      double[] again = DoubleCall.numbers(others.get(output));
      if (!Arrays.equals(again, DoubleCall.numbers(call.outputs().get(output)))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Compares the second derivative of all gradients with the sum of those of the single gradients,
   * and with the sum of those of the single results. Each must also be the one that is computed for
   * one input at a time.
   *
   * @return whether there are second derivatives
   * @throws Disagreement if they differ, or if a single gradient has none
   */
  public boolean checkSecond() {
    List<Tensor> first = call.gradients(call.inputs());
    List<Tensor> weights = DoubleGradients.weights(call.inputs());
    List<Tensor> inputs = call.secondInputs();
    Optional<List<Tensor>> whole =
        unlessRefused(() -> call.gradients(first, weights, inputs)); // no formula: refused
    if (whole.isEmpty()) {
      return false;
    }
    String what = "second derivative of input";
    List<List<Tensor>> parts = ofGradients(first, weights);
    Sums.check(what, whole.get(), parts);
    if (call.differentiable() > 1) {
      Sums.check(what, whole.get(), ofResults(weights));
    }
    for (int out = 0; out < first.size() && first.size() > 2; out++) {
      checkWithout(out, first, weights, parts);
    }
    return true;
  }

  private List<List<Tensor>> ofGradients(List<Tensor> first, List<Tensor> weights) {
    List<List<Tensor>> parts = new ArrayList<>();
    for (int i = 0; i < first.size(); i++) {
      List<Tensor> one = Collections.singletonList(first.get(i));
      List<Tensor> weight = List.of(weights.get(i));
      String what = "gradient " + i + " alone";
      parts.add(alone(what, call.secondInputs(), with -> call.gradients(one, weight, with)));
    }
    return parts;
  }

  private List<List<Tensor>> ofResults(List<Tensor> weights) {
    List<List<Tensor>> parts = new ArrayList<>();
    for (int output = 0; output < call.outputs().size(); output++) {
      List<Tensor> ofOne = call.gradientsOf(output, call.inputs());
      String what = "gradients of result " + output + " alone";
      parts.add(alone(what, call.secondInputs(), with -> call.gradients(ofOne, weights, with)));
    }
    return parts;
  }

  /** Compares the second derivative of all gradients but one with the sum of its parts. */
  private void checkWithout(
      int out, List<Tensor> first, List<Tensor> weights, List<List<Tensor>> parts) {
    List<Tensor> used = new ArrayList<>(first);
    used.set(out, null);
    List<List<Tensor>> others = new ArrayList<>(parts);
    others.remove(out);
    String what = "all gradients but " + out;
    List<Tensor> found =
        Failures.unlessThrown(
            what, "gradients", () -> call.gradients(used, weights, call.secondInputs()));
    Sums.check("second derivative of " + what + " for input", found, others);
  }

  /**
   * Compares the gradients with those of the in-place form.
   *
   * @return whether that form takes the arguments
   * @throws Disagreement if the gradients differ, or there are none
   */
  public boolean checkInPlace(Operator form) {
    return repeats()
        && new InPlaceGradients(operators, autograd, vector, MOST_NUMBERS)
            .check(form, call, leaves);
  }
}
