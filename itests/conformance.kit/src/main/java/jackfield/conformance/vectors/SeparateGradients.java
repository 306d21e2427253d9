package jackfield.conformance.vectors;

import jackfield.conformance.value.Disagreement;
import jackfield.conformance.value.Placement;
import jackfield.conformance.value.ValueReader;
import jackfield.dispatch.Dispatcher;
import jackfield.error.JackfieldException;
import jackfield.kernel.Operator;
import jackfield.memory.HostBytes;
import jackfield.tensor.Autograd;
import jackfield.tensor.GradientRequest;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Differentiates the results of a recorded call one at a time, and with respect to one input at a
 * time, in float64 and complex128. Recordings use all results and all inputs together, so an error
 * of a formula that appears only without some of them shows here. Gradients are linear in what
 * arrives at the results, so those of the single results add up to the gradient of all. The same
 * holds for second derivatives.
 */
public final class SeparateGradients {
  private static final int MOST_NUMBERS = 4096; // of an input or a result

  private final Operators operators;
  private final Autograd autograd;
  private final RecordedVector vector;
  private final Operator operator;

  /** Prepares the checks of the call of {@code vector}. */
  public SeparateGradients(Dispatcher dispatcher, Autograd autograd, RecordedVector vector) {
    this.operators = new Operators(dispatcher);
    this.autograd = autograd;
    this.vector = vector;
    this.operator = operators.operator(vector.operator());
  }

  /** A recorded call. */
  private final class Recorded {
    final List<Tensor> inputs;
    final List<Tensor> outputs;
    final List<Tensor> incoming;

    private Recorded(DoubleCall call, List<Tensor> inputs) {
      this.inputs = inputs;
      this.outputs = call.record(inputs); // also those without a gradient, to weigh all alike
      this.incoming = weights(outputs);
      incoming.forEach(Tensor::requiresGradient);
    }

    /** Returns all that a second derivative is taken with respect to. */
    List<Tensor> secondInputs() {
      List<Tensor> all = new ArrayList<>(inputs);
      all.addAll(incoming);
      return all;
    }

    /** Returns the number of outputs that have a gradient. */
    long differentiable() {
      return outputs.stream().filter(Tensor::requiresGrad).count();
    }

    List<Tensor> gradients() {
      return gradient(outputs, incoming, inputs);
    }

    List<Tensor> gradientsOf(int output) {
      return gradient(List.of(outputs.get(output)), List.of(incoming.get(output)), inputs);
    }
  }

  private DoubleCall bound() {
    Arguments arguments =
        Arguments.bind(operator.schema(), vector.json(), new ValueReader(Placement.host()));
    return new DoubleCall(operators, operator, arguments, MOST_NUMBERS);
  }

  private Recorded recorded() {
    DoubleCall call = bound();
    return new Recorded(call, call.leaves());
  }

  private static List<Tensor> weights(List<Tensor> tensors) {
    List<Tensor> weights = new ArrayList<>();
    for (Tensor tensor : tensors) {
      Tensor weight = DoubleCall.like(tensor);
      long[] addresses = DoubleCall.addresses(weight);
      for (int i = 0; i < addresses.length; i++) {
        HostBytes.putDouble(addresses[i], 0.3 + 0.17 * ((2 * weights.size() + i) % 5));
      }
      weights.add(weight);
    }
    return weights;
  }

  /** Differentiates those of {@code outputs} that depend on anything; they may be null. */
  private List<Tensor> gradient(List<Tensor> outputs, List<Tensor> incoming, List<Tensor> inputs) {
    List<Tensor> used = new ArrayList<>();
    List<Tensor> weights = new ArrayList<>();
    for (int i = 0; i < outputs.size(); i++) {
      if (outputs.get(i) != null && outputs.get(i).requiresGrad()) {
        used.add(outputs.get(i));
        weights.add(incoming.get(i));
      }
    }
    return used.isEmpty()
        ? Collections.nCopies(inputs.size(), null)
        : autograd.grad(new GradientRequest(used, weights, inputs, true, true, true));
  }

  /**
   * Compares the gradient of all results with the sum of those of the single results.
   *
   * @return whether there are several results with a gradient
   * @throws Disagreement if they differ, or if a single result has none
   */
  public boolean checkResults() {
    Optional<Recorded> call = differentiable();
    if (call.isEmpty() || call.get().differentiable() < 2) {
      return false;
    }
    List<List<Tensor>> parts = new ArrayList<>();
    for (int output = 0; output < call.get().outputs.size(); output++) {
      int number = output;
      parts.add(
          Failures.unlessThrown(
              "result " + number, "gradients", () -> call.get().gradientsOf(number)));
    }
    Sums.check("gradient of input", call.get().gradients(), parts);
    return true;
  }

  /** Returns the recorded call; empty if it is refused, too large or not differentiable. */
  private Optional<Recorded> differentiable() {
    try {
      if (bound().leaves().isEmpty() || !bound().isSmall()) {
        return Optional.empty();
      }
      Recorded call = recorded();
      List<Tensor> _ = call.gradients();
      return Optional.of(call).filter(some -> some.differentiable() > 0);
    } catch (JackfieldException | Disagreement _) {
      return Optional.empty();
    }
  }

  /**
   * Compares the gradient of each input with the one that it has if no other input has one.
   *
   * @return whether there are several inputs with a gradient
   * @throws Disagreement if they differ, or if an input has none alone
   */
  public boolean checkInputs() {
    Optional<Recorded> call = differentiable();
    if (call.isEmpty() || call.get().inputs.size() < 2 || !repeats(call.get())) {
      return false;
    }
    List<Tensor> whole = call.get().gradients();
    for (int input = 0; input < whole.size(); input++) {
      int number = input;
      List<Tensor> found =
          Failures.unlessThrown("input " + number, "gradients", () -> gradientOf(number));
      List<Tensor> expected = Collections.singletonList(whole.get(input)); // which may be null
      Sums.check("gradient of the only input, " + input + ",", expected, List.of(found));
    }
    return true;
  }

  private List<Tensor> gradientOf(int input) {
    DoubleCall call = bound();
    return new Recorded(call, List.of(call.leaves().get(input))).gradients();
  }

  /** Returns whether two equal calls have equal results: the operator draws no numbers. */
  private boolean repeats(Recorded call) {
    List<Tensor> others = recorded().outputs;
    for (int output = 0; output < others.size(); output++) {
      double[] again = DoubleCall.numbers(others.get(output));
      if (!Arrays.equals(again, DoubleCall.numbers(call.outputs.get(output)))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Compares the second derivative of all gradients with the sum of those of the single gradients,
   * and with the sum of those of the single results.
   *
   * @return whether there are second derivatives of several gradients or results
   * @throws Disagreement if they differ, or if a single gradient has none
   */
  public boolean checkSecond() {
    Optional<Recorded> recorded = differentiable();
    if (recorded.isEmpty()
        || Math.max(recorded.get().differentiable(), recorded.get().inputs.size()) < 2) {
      return false;
    }
    Recorded call = recorded.get();
    List<Tensor> first = call.gradients();
    List<Tensor> weights = weights(call.inputs);
    List<Tensor> inputs = call.secondInputs();
    List<Tensor> whole;
    try {
      whole = gradient(first, weights, inputs);
    } catch (JackfieldException _) {
      return false; // the formula has no derivative
    }
    Sums.check("second derivative of input", whole, ofGradients(first, weights, inputs));
    Sums.check("second derivative of input", whole, ofResults(call, weights, inputs));
    return true;
  }

  private List<List<Tensor>> ofGradients(
      List<Tensor> first, List<Tensor> weights, List<Tensor> inputs) {
    List<List<Tensor>> parts = new ArrayList<>();
    for (int i = 0; i < first.size(); i++) {
      List<Tensor> one = Collections.singletonList(first.get(i));
      List<Tensor> weight = List.of(weights.get(i));
      parts.add(
          Failures.unlessThrown(
              "gradient " + i + " alone", "gradients", () -> gradient(one, weight, inputs)));
    }
    return parts;
  }

  private List<List<Tensor>> ofResults(Recorded call, List<Tensor> weights, List<Tensor> inputs) {
    List<List<Tensor>> parts = new ArrayList<>();
    for (int output = 0; output < call.outputs.size(); output++) {
      int number = output;
      parts.add(
          Failures.unlessThrown(
              "gradients of result " + number + " alone",
              "gradients",
              () -> gradient(call.gradientsOf(number), weights, inputs)));
    }
    return parts;
  }
}
