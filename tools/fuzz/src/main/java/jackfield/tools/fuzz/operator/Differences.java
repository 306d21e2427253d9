package jackfield.tools.fuzz.operator;

import jackfield.context.DispatchContext;
import jackfield.context.Guard;
import jackfield.kernel.Operator;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import jackfield.tools.fuzz.operator.Outcome.Answered;
import jackfield.tools.fuzz.operator.argument.BuiltTensors;
import jackfield.tools.fuzz.operator.argument.Case;
import jackfield.tools.fuzz.operator.argument.Extent;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Central differences of a call: the slopes of a weighted sum of its results.
 *
 * <p>A difference says something about a gradient only if it is steady: differences over other
 * steps, and differences at points close by, are the same. Where they vary, the function is not
 * continuously differentiable, or its curvature is too large for the step.
 */
final class Differences {
  /** The step to both sides. */
  static final double STEP = 1e-6;

  /** The longest step to both sides over which differences are compared. */
  static final double LONGEST = STEP * 8;

  /** The largest number of elements of an input or a result that is compared. */
  static final int MOST_ELEMENTS = 64;

  private static final double SHORTER = STEP / 4;
  private static final double NEAR = STEP * 4; // the distance of the points close by
  private static final double PART = 0.25; // of the error: the differences may vary by so much

  private final Operator operator;
  private final Case call;
  private final List<Integer> leaves;
  private final List<Integer> places;
  private final Runnable beforeCall;

  /**
   * Creates the differences of a call.
   *
   * @param leaves the numbers of the tensors that are differentiated
   * @param places the places of the results that are summed
   */
  Differences(
      Operator operator,
      Case call,
      List<Integer> leaves,
      List<Integer> places,
      Runnable beforeCall) {
    this.operator = operator;
    this.call = call;
    this.leaves = leaves;
    this.places = places;
    this.beforeCall = beforeCall;
  }

  /** A weighted sum of the results, and the sum of the magnitudes of its parts. */
  record Sum(double value, double magnitude, boolean isRounded) {}

  /** Returns another weight for the same place of another result, so that corners do not cancel. */
  static double weight(int result, int place) {
    return 0.3 + 0.17 * ((2 * result + place) % 5);
  }

  /** Returns whether a result is part of the sum. */
  static boolean isCompared(Tensor tensor) {
    return tensor.dtype() == DType.FLOAT64
        && tensor.device().isHost()
        && Extent.elementCount(tensor) <= MOST_ELEMENTS;
  }

  /** Returns the sum with one element moved by {@code step}; NaN if the call throws. */
  Sum sum(int leaf, int place, double step) {
    return sum(leaf, place, step, 0);
  }

  /**
   * Returns whether a difference decides about a gradient.
   *
   * @param expected the difference over {@link #STEP}
   * @param gradient the gradient, which is another
   */
  boolean decides(int leaf, int place, double expected, double gradient) {
    double error = Math.abs(gradient - expected);
    double allowed = PART * (Double.isFinite(error) ? error : 1 + Math.abs(expected));
    return DoubleStream.of(
            slope(leaf, place, SHORTER, 0),
            slope(leaf, place, LONGEST, 0),
            slope(leaf, place, STEP, NEAR),
            slope(leaf, place, STEP, -NEAR))
        .allMatch(other -> Math.abs(other - expected) <= allowed);
  }

  private double slope(int leaf, int place, double step, double near) {
    double above = sum(leaf, place, step, near).value();
    double below = sum(leaf, place, -step, near).value();
    return (above - below) / (2 * step);
  }

  /** Sums with one element moved by {@code step}, and all others by about {@code near}. */
  private Sum sum(int leaf, int place, double step, double near) {
    BuiltTensors arguments = BuiltTensors.onHost(call);
    if (near != 0) {
      leaves.forEach(other -> spread(arguments.tensors().get(other), near));
    }
    move(arguments.tensors().get(leaf), place, near == 0 ? step : step - spread(place, near));
    beforeCall.run();
    try (Guard _ = DispatchContext.current().gradients(false)) {
      return Outcome.of(operator, arguments) instanceof Answered(List<Object> results)
          ? sum(results)
          : new Sum(Double.NaN, 0, false);
    }
  }

  /** Moves each element by another distance, so that equal elements become different. */
  private static void spread(Tensor input, double near) {
    for (int place = 0; place < input.elementCount(); place++) {
      move(input, place, spread(place, near));
    }
  }

  private static double spread(int place, double near) {
    return near * (1 + (double) place / MOST_ELEMENTS);
  }

  private static void move(Tensor input, int place, double by) {
    if (by != 0) {
      HostData.forEachAddress(
          input.alias(new long[0], new long[0], place),
          at -> HostBytes.putDouble(at, HostBytes.doubleAt(at) + by));
    }
  }

  private Sum sum(List<Object> results) {
    double value = 0;
    double magnitude = 0;
    boolean isRounded = true; // conversion to integers gives a step function without a slope
    for (int result = 0; result < places.size(); result++) {
      if (!(results.get(places.get(result)) instanceof Tensor tensor) || !isCompared(tensor)) {
        continue;
      }
      double[] elements = HostData.doubles(tensor);
      for (int i = 0; i < elements.length; i++) {
        value += weight(result, i) * elements[i];
        magnitude += Math.abs(elements[i]);
        isRounded &= elements[i] == Math.rint(elements[i]);
      }
    }
    return new Sum(value, magnitude, isRounded);
  }
}
