package jackfield.tools.soak.plug;

import jackfield.aten.Aten;
import jackfield.boxing.NamedCall;
import jackfield.context.DispatchContext;
import jackfield.context.Guard;
import jackfield.dispatch.Dispatcher;
import jackfield.kernel.Operator;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import jackfield.tools.soak.plug.Exercise.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The exercises of workers. Inputs are small multiples of a quarter, so that sums and products are
 * exact in any order and with any vector width; only functions like tanh are rounded.
 */
final class Exercises {
  private static final int ROWS = 24;
  private static final int DEPTH = 48;
  private static final int COLUMNS = 40;
  private static final int BATCH = 8;
  private static final int INPUTS = 16;
  private static final int HIDDEN = 32;
  private static final int OUTPUTS = 8;
  private static final double LEARNING_RATE = 0.25;

  private final Aten aten;
  private final Dispatcher dispatcher;
  private final List<Exercise> all = new ArrayList<>();
  private final Tensor left = quarters(7, ROWS, DEPTH);
  private final Tensor same = quarters(5, ROWS, DEPTH);
  private final Tensor right = quarters(5, DEPTH, COLUMNS);
  private final Tensor bias = quarters(3, COLUMNS);
  private final Tensor images = quarters(5, BATCH, INPUTS);
  private final Tensor wanted = quarters(3, BATCH, OUTPUTS);
  private final Tensor weight1 = quarters(3, INPUTS, HIDDEN);
  private final Tensor weight2 = quarters(5, HIDDEN, OUTPUTS);

  private Exercises(Aten aten, Dispatcher dispatcher) {
    this.aten = aten;
    this.dispatcher = dispatcher;
  }

  static List<Exercise> of(Aten aten, Dispatcher dispatcher) {
    Exercises exercises = new Exercises(aten, dispatcher);
    exercises.addTyped();
    exercises.addBoxed();
    exercises.addRounded();
    exercises.addNetwork();
    return List.copyOf(exercises.all);
  }

  /** Multiples of a quarter, which repeat with this period. */
  static Tensor quarters(int period, long... sizes) {
    return multiples(1 / 4f, period, sizes);
  }

  /** Small multiples of {@code unit}, which repeat with this period. */
  static Tensor multiples(float unit, int period, long... sizes) {
    float[] values = new float[(int) Shapes.elementCount(sizes)];
    for (int i = 0; i < values.length; i++) {
      values[i] = (i % period - period / 2) * unit;
    }
    return HostData.tensor(values, sizes);
  }

  private Operator watched(String name) {
    return dispatcher.operator("aten::" + name);
  }

  private void typed(String operator, Supplier<Tensor> call) {
    all.add(
        new Exercise(
            operator,
            Kind.OPERATOR,
            watched(operator),
            false,
            false,
            gradients -> Outcome.of(call.get())));
  }

  private void addTyped() {
    typed("add.Tensor", () -> aten.add(left, same));
    typed("sub.Tensor", () -> aten.sub(left, same, Scalar.of(2.0)));
    typed("mul.Tensor", () -> aten.mul(left, same));
    typed("neg", () -> aten.neg(left));
    typed("relu", () -> aten.relu(left));
    typed("mm", () -> aten.mm(left, right));
    typed("addmm", () -> aten.addmm(bias, left, right));
    typed("matmul", () -> aten.matmul(left, right));
    typed("sum", () -> aten.sum(left));
    typed("sum.dim_IntList", () -> aten.sum(left, new long[] {1}));
    typed("amax", () -> aten.amax(left, 0));
    typed("argmax", () -> aten.argmax(left, 1L));
    typed("cat", () -> aten.cat(left, same));
    typed("transpose.int", () -> aten.transpose(left, 0, 1));
  }

  private void boxed(String operator, Object... arguments) {
    Operator called = watched(operator);
    all.add(
        new Exercise(
            "boxed " + operator,
            Kind.OPERATOR,
            called,
            false,
            false,
            gradients ->
                Outcome.of(
                    (Tensor) NamedCall.call(called, List.of(arguments), Map.of()).getFirst())));
  }

  private void addBoxed() {
    boxed("add.Tensor", left, same);
    boxed("mul.Tensor", left, same);
    boxed("mm", left, right);
    boxed("relu", left);
    boxed("sum", left);
  }

  private void rounded(String operator, Supplier<Tensor> call) {
    all.add(
        new Exercise(
            operator,
            Kind.OPERATOR,
            watched(operator),
            true,
            true,
            gradients -> Outcome.of(call.get())));
  }

  private void addRounded() {
    rounded("tanh", () -> aten.tanh(left));
    rounded("exp", () -> aten.exp(left));
    rounded("sigmoid", () -> aten.sigmoid(left));
    all.add(
        new Exercise(
            "gradient of tanh", Kind.TRAINING, watched("tanh"), true, true, this::tanhBackwards));
  }

  private Outcome tanhBackwards(Gradients gradients) {
    Tensor weight = quarters(5, INPUTS, HIDDEN).requiresGradient();
    Tensor loss = aten.sum(aten.tanh(weight));
    gradients.backward(loss);
    return Outcome.of(loss, weight.grad());
  }

  // ---- networks

  private void addNetwork() {
    all.add(
        new Exercise(
            "inference", Kind.INFERENCE, watched("mm"), true, false, gradients -> infer()));
    all.add(new Exercise("training", Kind.TRAINING, watched("mm"), true, false, this::train));
    all.add(
        new Exercise(
                "LeNet", Kind.TRAINING, watched("convolution"), true, true, new Lenet(aten)::train)
            .rare());
  }

  private Tensor outputs(Tensor first, Tensor second) {
    return aten.mm(aten.relu(aten.mm(images, first)), second);
  }

  private Outcome infer() {
    try (Guard _ = DispatchContext.current().gradients(false)) {
      Tensor outputs = outputs(weight1, weight2);
      return Outcome.of(outputs, aten.argmax(outputs, 1L));
    }
  }

  /** Takes one gradient step; a second one would no longer be exact. */
  private Outcome train(Gradients gradients) {
    Tensor first = quarters(3, INPUTS, HIDDEN).requiresGradient();
    Tensor second = quarters(5, HIDDEN, OUTPUTS).requiresGradient();
    Tensor missed = aten.sub(outputs(first, second), wanted);
    Tensor loss = aten.mean(aten.mul(missed, missed));
    gradients.backward(loss);
    if (first.grad() == null) {
      return Outcome.of(loss);
    }
    try (Guard _ = DispatchContext.current().gradients(false)) {
      aten.add_(first, first.grad(), Scalar.of(-LEARNING_RATE));
      aten.add_(second, second.grad(), Scalar.of(-LEARNING_RATE));
    }
    return Outcome.of(loss, first, second);
  }
}
