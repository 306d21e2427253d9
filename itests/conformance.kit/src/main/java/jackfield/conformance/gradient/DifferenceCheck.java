package jackfield.conformance.gradient;

import jackfield.conformance.value.Disagreement;
import jackfield.conformance.value.Placement;
import jackfield.conformance.value.ValueReader;
import jackfield.conformance.vectors.Arguments;
import jackfield.conformance.vectors.Operators;
import jackfield.conformance.vectors.RecordedVector;
import jackfield.dispatch.Dispatcher;
import jackfield.error.JackfieldException;
import jackfield.kernel.Operator;
import jackfield.memory.HostBytes;
import jackfield.tensor.Autograd;
import jackfield.tensor.GradientRequest;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Compares the gradients of recorded calls with central differences. The calls are repeated with
 * the geometry of the recording in float64 and complex128.
 *
 * <p>A difference decides only if those over other steps and at points close by agree with it.
 * Elsewhere the function is not differentiable, or too curved.
 */
public final class DifferenceCheck {
  private static final double STEP = 1e-6;
  private static final double NEAR = 4e-6; // the distance of the points close by
  private static final double SMOOTH = 1e-3; // the largest corner, relative to the slope
  private static final double TOLERANCE = 1e-4;
  private static final double ROUNDING = 1e-14;
  private static final double PART = 0.25; // of the error: the differences may vary by so much
  private static final int PROBES = 3; // numbers that are checked in each input
  private static final int MOST_NUMBERS = 4096; // of an input or a result

  private final Operators operators;
  private final Autograd autograd;

  /** What a comparison says. */
  public enum Answer {
    /** The gradients agree with the differences, and some differences decide. */
    AGREES,
    /** A gradient differs. */
    DIFFERS,
    /** There is no gradient, or no difference that decides. */
    UNDECIDED
  }

  public DifferenceCheck(Dispatcher dispatcher, Autograd autograd) {
    this.operators = new Operators(dispatcher);
    this.autograd = autograd;
  }

  /** Compares the gradients of the call of {@code vector}. */
  public Answer of(RecordedVector vector) {
    Operator operator = operators.operator(vector.operator());
    try {
      DoubleCall call = bound(operator, vector);
      if (call.leaves().isEmpty() || !call.isSmall()) {
        return Answer.UNDECIDED;
      }
      Slopes slopes = new Slopes(operator, vector, call.run(true));
      return slopes.repeats() ? compare(call, slopes) : Answer.UNDECIDED;
    } catch (JackfieldException | Disagreement _) { // refused in float64, or not differentiable
      return Answer.UNDECIDED;
    }
  }

  private DoubleCall bound(Operator operator, RecordedVector vector) {
    Arguments arguments =
        Arguments.bind(operator.schema(), vector.json(), new ValueReader(Placement.host()));
    return new DoubleCall(operators, operator, arguments, MOST_NUMBERS);
  }

  private Answer compare(DoubleCall call, Slopes slopes) {
    List<Tensor> outputs = slopes.outputs.stream().filter(Tensor::requiresGrad).toList();
    if (outputs.isEmpty()) {
      return Answer.UNDECIDED;
    }
    List<Tensor> weights = outputs.stream().map(output -> slopes.weights(output)).toList();
    List<Tensor> found =
        autograd.grad(new GradientRequest(outputs, weights, call.leaves(), false, false, true));
    Answer answer = Answer.UNDECIDED;
    for (int leaf = 0; leaf < found.size(); leaf++) {
      double[] gradient = DoubleCall.numbers(found.get(leaf));
      int count = DoubleCall.addresses(call.leaves().get(leaf)).length;
      int probes = gradient.length == count ? Math.min(PROBES, count) : 0; // none without gradient
      for (int probe = 0; probe < probes; probe++) {
        int place = (int) ((long) probe * count / probes);
        Answer one = slopes.compare(leaf, place, gradient[place]);
        if (one == Answer.DIFFERS) {
          return one;
        }
        answer = one == Answer.AGREES ? one : answer;
      }
    }
    return answer;
  }

  /** The slopes of the weighted sum of the results that are differentiated. */
  private final class Slopes {
    private final Operator operator;
    private final RecordedVector vector;
    private final List<Tensor> outputs;
    private final List<Boolean> isSummed = new ArrayList<>();

    Slopes(Operator operator, RecordedVector vector, List<Tensor> outputs) {
      this.operator = operator;
      this.vector = vector;
      this.outputs = outputs;
      outputs.forEach(output -> isSummed.add(output.requiresGrad()));
    }

    Tensor weights(Tensor output) {
      int result = outputs.indexOf(output);
      Tensor weights = DoubleCall.like(output);
      long[] addresses = DoubleCall.addresses(weights);
      for (int i = 0; i < addresses.length; i++) {
        HostBytes.putDouble(addresses[i], weight(result, i));
      }
      return weights;
    }

    private static double weight(int result, int place) {
      return 0.3 + 0.17 * ((2 * result + place) % 5);
    }

    /** Returns whether two equal calls have equal results: the operator draws no numbers. */
    boolean repeats() {
      return Double.compare(sum(0, 0, 0, 0), sum(0, 0, 0, 0)) == 0;
    }

    Answer compare(int leaf, int place, double gradient) {
      double middle = sum(leaf, place, 0, 0);
      double above = sum(leaf, place, STEP, 0);
      double below = sum(leaf, place, -STEP, 0);
      double expected = (above - below) / (2 * STEP);
      double rounding = ROUNDING * Math.abs(middle) / STEP;
      double corner = Math.abs(above - 2 * middle + below) / STEP;
      if (!Double.isFinite(expected) || corner > SMOOTH * (1 + Math.abs(expected)) + rounding) {
        return Answer.UNDECIDED;
      }
      double error = Math.abs(gradient - expected);
      if (error <= TOLERANCE * (1 + Math.abs(expected)) + rounding) {
        return Answer.AGREES;
      }
      double allowed = PART * (Double.isFinite(error) ? error : 1 + Math.abs(expected));
      return isSteady(leaf, place, expected, allowed) ? Answer.DIFFERS : Answer.UNDECIDED;
    }

    private boolean isSteady(int leaf, int place, double expected, double allowed) {
      return DoubleStream.of(
              slope(leaf, place, STEP / 4, 0),
              slope(leaf, place, STEP * 8, 0),
              slope(leaf, place, STEP, NEAR),
              slope(leaf, place, STEP, -NEAR))
          .allMatch(other -> Math.abs(other - expected) <= allowed);
    }

    private double slope(int leaf, int place, double step, double near) {
      return (sum(leaf, place, step, near) - sum(leaf, place, -step, near)) / (2 * step);
    }

    /** Sums with one number moved by {@code step}, and all others by about {@code near}. */
    private double sum(int leaf, int place, double step, double near) {
      DoubleCall call = bound(operator, vector);
      for (int each = 0; each < call.leaves().size(); each++) {
        long[] addresses = DoubleCall.addresses(call.leaves().get(each));
        for (int i = 0; i < addresses.length; i++) {
          boolean isMoved = each == leaf && i == place;
          double by = isMoved ? step : near * (1 + (double) i / addresses.length);
          HostBytes.putDouble(addresses[i], HostBytes.doubleAt(addresses[i]) + by);
        }
      }
      List<Tensor> results = call.run(false);
      double sum = 0;
      for (int result = 0; result < results.size(); result++) {
        double[] numbers = DoubleCall.numbers(results.get(result));
        for (int i = 0; i < numbers.length && isSummed.get(result); i++) {
          sum += weight(result, i) * numbers[i];
        }
      }
      return sum;
    }
  }
}
