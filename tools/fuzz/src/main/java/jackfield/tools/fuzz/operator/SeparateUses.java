package jackfield.tools.fuzz.operator;

import jackfield.error.JackfieldException;
import jackfield.kernel.Operator;
import jackfield.tensor.Autograd;
import jackfield.tensor.DType;
import jackfield.tensor.GradientRequest;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import jackfield.tools.fuzz.operator.Outcome.Answered;
import jackfield.tools.fuzz.operator.argument.BuiltTensors;
import jackfield.tools.fuzz.operator.argument.Case;
import jackfield.tools.fuzz.operator.argument.Memory;
import jackfield.tools.fuzz.operator.argument.SingularMatrices;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Compares gradients of all results with the sums of those of single results, and second
 * derivatives with the sums of those of single gradients. Gradients are linear in what arrives, and
 * an error of a formula may show only if a part of it is not used. Elements are left out that are
 * not finite in all, and calls whose rounding errors may be large: of nearly singular matrices and
 * of large numbers.
 */
final class SeparateUses {
  private static final double TOLERANCE = 1e-7;
  private static final double LOW_PRECISION_TOLERANCE = 1e-2;

  private final Autograd autograd;
  private final Runnable beforeCall;

  SeparateUses(Autograd autograd, Runnable beforeCall) {
    this.autograd = autograd;
    this.beforeCall = beforeCall;
  }

  /**
   * Throws {@link OracleFinding} if a sum differs, or if a single result or gradient has no
   * derivative.
   *
   * @param leaves the numbers of the tensors that require gradients
   * @param places the places of the results that have one
   */
  void check(Operator operator, Case call, List<Integer> leaves, List<Integer> places) {
    if (SingularMatrices.areIn(call) || GradientConventions.hasLarge(call)) {
      return;
    }
    BuiltTensors arguments = BuiltTensors.onHost(call);
    List<Tensor> inputs =
        leaves.stream().map(leaf -> arguments.tensors().get(leaf).requiresGradient()).toList();
    beforeCall.run();
    if (!(Outcome.of(operator, arguments) instanceof Answered(List<Object> results))) {
      return;
    }
    List<Tensor> outputs = places.stream().map(results::get).map(Tensor.class::cast).toList();
    List<Tensor> incoming = weights(outputs);
    incoming.forEach(Tensor::requiresGradient);
    double tolerance = tolerance(call);
    List<Tensor> first = check("result", outputs, incoming, inputs, tolerance);
    if (!first.isEmpty()) {
      List<Tensor> all = new ArrayList<>(inputs);
      all.addAll(incoming);
      List<Tensor> _ = check("gradient", first, weights(inputs), all, tolerance);
    }
  }

  private static double tolerance(Case call) {
    boolean isDouble =
        call.memories().stream()
            .map(Memory::dtype)
            .allMatch(
                dtype -> dtype == DType.FLOAT64 || !(dtype.isFloating() || dtype.isComplex()));
    return isDouble ? TOLERANCE : LOW_PRECISION_TOLERANCE;
  }

  private static List<Tensor> weights(List<Tensor> tensors) {
    return IntStream.range(0, tensors.size())
        .mapToObj(number -> {
          double[] values = new double[(int) tensors.get(number).elementCount()];
          Arrays.setAll(values, place -> Differences.weight(number, place));
          return HostData.tensor(values, tensors.get(number).sizes());
        })
        .toList();
  }

  /** Returns the gradients of all {@code outputs}; none if they are refused. */
  private List<Tensor> check(
      String what,
      List<Tensor> outputs,
      List<Tensor> weights,
      List<Tensor> inputs,
      double tolerance) {
    int[] all =
        IntStream.range(0, outputs.size())
            .filter(at -> outputs.get(at) != null && outputs.get(at).requiresGrad())
            .toArray();
    List<Tensor> whole;
    try {
      whole = gradients(outputs, weights, inputs, all);
    } catch (JackfieldException _) {
      return List.of(); // no formula, or none for these arguments
    }
    if (all.length > 1) {
      List<List<Tensor>> parts =
          IntStream.of(all)
              .mapToObj(one -> part(what, one, () -> gradients(outputs, weights, inputs, one)))
              .toList();
      for (int input = 0; input < inputs.size(); input++) {
        int count = (int) inputs.get(input).elementCount();
        compare(what, input, count, whole, parts, tolerance);
      }
    }
    return whole;
  }

  private static List<Tensor> part(String what, int one, Supplier<List<Tensor>> gradients) {
    try {
      return gradients.get();
    } catch (JackfieldException refused) {
      throw new OracleFinding("no gradient of one " + what, what + " " + one + ": " + refused);
    }
  }

  /** Returns the gradients of the chosen outputs, which may be null. */
  private List<Tensor> gradients(
      List<Tensor> outputs, List<Tensor> weights, List<Tensor> inputs, int... chosen) {
    if (chosen.length == 0) {
      return Collections.nCopies(inputs.size(), null);
    }
    List<Tensor> used = IntStream.of(chosen).mapToObj(outputs::get).toList();
    List<Tensor> by = IntStream.of(chosen).mapToObj(weights::get).toList();
    beforeCall.run();
    try {
      return autograd.grad(new GradientRequest(used, by, inputs, true, true, true));
    } catch (JackfieldException refused) {
      throw refused;
    } catch (RuntimeException | Error broken) { // the errors that the fuzzer searches for
      throw OracleFinding.untyped(broken, "the backward pass of a part");
    }
  }

  private static void compare(
      String what,
      int input,
      int count,
      List<Tensor> whole,
      List<List<Tensor>> parts,
      double tolerance) {
    double[] expected = numbers(whole.get(input), count);
    double[] sums = new double[count];
    double[] magnitudes = Arrays.stream(expected).map(Math::abs).toArray();
    for (List<Tensor> part : parts) {
      double[] numbers = numbers(part.get(input), count);
      Arrays.setAll(sums, place -> sums[place] + numbers[place]);
      Arrays.setAll(magnitudes, place -> magnitudes[place] + Math.abs(numbers[place]));
    }
    double largest = Arrays.stream(magnitudes).filter(Double::isFinite).max().orElse(0);
    for (int place = 0; place < count; place++) {
      double allowed = tolerance * (1 + largest);
      if (Double.isFinite(expected[place])
          && !(Math.abs(sums[place] - expected[place]) <= allowed)) {
        throw new OracleFinding(
            "a wrong gradient of one " + what,
            "element %d for input %d: all give %s, the parts add up to %s"
                .formatted(place, input, expected[place], sums[place]));
      }
    }
  }

  private static double[] numbers(Tensor gradient, int count) {
    if (gradient == null) {
      return new double[count];
    }
    double[] numbers = HostData.doubles(gradient);
    if (numbers.length != count) {
      throw new OracleFinding(
          "a gradient of another shape", gradient + " for " + count + " elements");
    }
    return numbers;
  }
}
