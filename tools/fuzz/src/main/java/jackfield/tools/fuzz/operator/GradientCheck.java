package jackfield.tools.fuzz.operator;

import jackfield.error.JackfieldException;
import jackfield.kernel.Operator;
import jackfield.memory.HostBytes;
import jackfield.tensor.Autograd;
import jackfield.tensor.DType;
import jackfield.tensor.GradientRequest;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import jackfield.tools.fuzz.operator.Differences.Sum;
import jackfield.tools.fuzz.operator.Outcome.Answered;
import jackfield.tools.fuzz.operator.Outcome.Broken;
import jackfield.tools.fuzz.operator.argument.BuiltTensors;
import jackfield.tools.fuzz.operator.argument.Case;
import jackfield.tools.fuzz.operator.argument.Memory;
import jackfield.tools.fuzz.operator.argument.Values;
import jackfield.tools.fuzz.operator.argument.View;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Compares gradients in float64 with central differences, for inputs that use all of a storage of
 * their own. Points where the differences to both sides disagree are skipped, and points where
 * {@link Differences} over other steps or close by vary: the function is not differentiable there,
 * or too curved.
 */
final class GradientCheck {
  private static final double SMOOTH = 1e-3;
  private static final double TOLERANCE = 1e-4;
  private static final double ROUNDING = 1e-14;
  private static final double TINY = 1e-100;
  private static final int PROBES = 5; // elements that are checked in each input

  private final Autograd autograd;
  private final Runnable beforeCall;

  GradientCheck(Autograd autograd, Runnable beforeCall) {
    this.autograd = autograd;
    this.beforeCall = beforeCall;
  }

  /** Throws {@link OracleFinding} if a gradient differs. */
  void check(Operator operator, Case call) {
    List<Integer> leaves = leaves(call);
    if (autograd == null || leaves.isEmpty() || operator.schema().isMutable()) {
      return;
    }
    BuiltTensors arguments = BuiltTensors.onHost(call);
    List<Tensor> inputs =
        leaves.stream().map(leaf -> arguments.tensors().get(leaf).requiresGradient()).toList();
    List<Object> all = results(operator, arguments);
    List<Integer> places = differentiable(all);
    List<Tensor> outputs = places.stream().map(all::get).map(Tensor.class::cast).toList();
    List<Tensor> found = outputs.isEmpty() ? List.of() : gradients(outputs, inputs);
    if (!found.isEmpty() && hasOrdinaryNumbers(call.arguments())) {
      new SeparateUses(autograd, beforeCall).check(operator, call, leaves, places);
    }
    // A formula may compute infinity times 0, or 1 / 1e-300, where differences have a limit.
    if (!hasOrdinaryNumbers(call.arguments())
        || hasShortFloats(call)
        || GradientConventions.apply(operator, call, all)) {
      return;
    }
    Differences differences = new Differences(operator, call, leaves, places, beforeCall);
    for (int i = 0; i < found.size(); i++) {
      if (found.get(i) != null || !GradientConventions.mayHaveNone(operator)) {
        compare(differences, call, leaves.get(i), found.get(i));
      }
    }
  }

  /** Calls the operator; returns no results if it refuses the arguments. */
  private List<Object> results(Operator operator, BuiltTensors arguments) {
    beforeCall.run();
    return switch (Outcome.of(operator, arguments)) {
      case Broken(Throwable error) -> throw OracleFinding.untyped(error, "a call that is recorded");
      case Answered(List<Object> results) -> results;
      default -> List.of();
    };
  }

  private static boolean hasOrdinaryNumbers(List<Object> arguments) {
    return arguments.stream()
        .allMatch(argument ->
            switch (argument) {
              case Double number -> isOrdinary(number);
              case Scalar number -> isOrdinary(number.toDouble());
              case Values list -> hasOrdinaryNumbers(list.items());
              case null, default -> true;
            });
  }

  private static boolean isOrdinary(double number) {
    return Double.isFinite(number) && (number == 0 || Math.abs(number) > TINY);
  }

  /**
   * Returns whether a tensor has 16 bits. An intermediate result may have its type, which hides the
   * small steps of differences.
   */
  private static boolean hasShortFloats(Case call) {
    return call.memories().stream().map(Memory::dtype).anyMatch(DType::isHalf);
  }

  /** Returns the largest number argument, such as an eps, which an intermediate result may have. */
  private static double largestNumber(Case call) {
    return call.arguments().stream()
        .mapToDouble(argument -> argument instanceof Double number ? Math.abs(number) : 0)
        .max()
        .orElse(0);
  }

  /**
   * Returns the largest magnitude of an element or a number, of which a sum of gradients may have
   * the error.
   */
  private static double largestFactor(Case call) {
    DoubleStream elements =
        call.memories().stream()
            .flatMap(memory -> memory.pattern().stream())
            .mapToDouble(Math::abs);
    DoubleStream numbers =
        call.arguments().stream()
            .mapToDouble(each -> each instanceof Scalar number ? Math.abs(number.toDouble()) : 0);
    return DoubleStream.concat(elements, numbers).filter(Double::isFinite).max().orElse(0);
  }

  /** Returns whether a formula may have multiplied an infinite element by 0. */
  private static boolean hasInfinity(Case call) {
    return call.memories().stream()
        .flatMap(memory -> memory.pattern().stream())
        .anyMatch(value -> Double.isInfinite(value));
  }

  private static List<Integer> leaves(Case call) {
    List<Integer> leaves = new ArrayList<>();
    for (int i = 0; i < call.views().size(); i++) {
      View view = call.views().get(i);
      Memory memory = call.memories().get(view.memory());
      boolean isAlone =
          call.views().stream().filter(other -> other.memory() == view.memory()).count() == 1;
      boolean isWhole = View.contiguous(view.memory(), view.sizes()).equals(view);
      if (isAlone
          && isWhole
          && memory.dtype() == DType.FLOAT64
          && !memory.isClosed()
          && memory.count() <= Differences.MOST_ELEMENTS) {
        leaves.add(i);
      }
    }
    return leaves;
  }

  /** Returns the places of the results that have a gradient. */
  private static List<Integer> differentiable(List<Object> results) {
    List<Integer> places = new ArrayList<>();
    for (int place = 0; place < results.size(); place++) {
      if (results.get(place) instanceof Tensor tensor
          && Differences.isCompared(tensor)
          && tensor.requiresGrad()) {
        places.add(place);
      }
    }
    return places;
  }

  /** Returns the gradients, or nothing if the operator throws because it has none. */
  private List<Tensor> gradients(List<Tensor> outputs, List<Tensor> inputs) {
    List<Tensor> weights = new ArrayList<>();
    for (Tensor output : outputs) {
      int result = weights.size();
      double[] values = new double[(int) output.elementCount()];
      Arrays.setAll(values, place -> Differences.weight(result, place));
      weights.add(HostData.tensor(values, output.sizes()));
    }
    beforeCall.run();
    try {
      return autograd.grad(new GradientRequest(outputs, weights, inputs, false, false, true));
    } catch (JackfieldException _) {
      return List.of();
    } catch (RuntimeException | Error broken) { // the errors that the fuzzer searches for
      throw OracleFinding.untyped(broken, "the backward pass");
    }
  }

  // ---- differences

  private static void compare(Differences differences, Case call, int leaf, Tensor found) {
    int count = (int) Shapes.elementCount(View.longs(call.views().get(leaf).sizes()));
    double[] gradient = found == null ? new double[count] : HostData.doubles(found);
    if (gradient.length != count) {
      throw new OracleFinding("a gradient of another shape", found + " for input " + leaf);
    }
    for (int probe = 0; probe < Math.min(PROBES, count); probe++) {
      int place = (int) ((long) probe * count / Math.min(PROBES, count));
      compare(differences, call, leaf, place, gradient[place]);
    }
  }

  private static void compare(
      Differences differences, Case call, int leaf, int place, double gradient) {
    Sum middle = differences.sum(leaf, place, 0);
    Sum above = differences.sum(leaf, place, Differences.STEP);
    Sum below = differences.sum(leaf, place, -Differences.STEP);
    double expected = (above.value() - below.value()) / (2 * Differences.STEP);
    double corner = (above.value() - 2 * middle.value() + below.value()) / Differences.STEP;
    double rounding = ROUNDING * (middle.magnitude() + largestNumber(call)) / Differences.STEP;
    boolean isSmooth =
        Double.isFinite(middle.value())
            && Math.abs(corner) <= SMOOTH * (1 + Math.abs(expected)) + rounding
            && !(above.isRounded() && below.isRounded())
            && isMoved(value(call, leaf, place))
            && !(gradient == 0
                && value(call, leaf, place) == 0
                && GradientConventions.isFlatAtZero(call.operator()))
            && !(Double.isNaN(gradient) && hasInfinity(call));
    double allowed =
        TOLERANCE * (1 + Math.abs(expected)) + rounding + ROUNDING * largestFactor(call);
    if (isSmooth
        && Double.isFinite(expected)
        && !(Math.abs(gradient - expected) <= allowed)
        && differences.decides(leaf, place, expected, gradient)) {
      throw new OracleFinding(
          "a wrong gradient",
          "element %d of tensor %d: %s, by differences %s"
              .formatted(place, leaf, gradient, expected));
    }
  }

  private static double value(Case call, int leaf, int place) {
    Tensor input = BuiltTensors.onHost(call).tensors().get(leaf);
    double[] at = {0};
    HostData.forEachAddress(
        input.alias(new long[0], new long[0], place), found -> at[0] = HostBytes.doubleAt(found));
    return at[0];
  }

  /** Returns whether an element is small enough for the step to be exact. */
  private static boolean isMoved(double value) {
    double moved = (value + Differences.STEP) - (value - Differences.STEP);
    return Math.abs(moved - 2 * Differences.STEP) <= TOLERANCE * Differences.STEP;
  }
}
