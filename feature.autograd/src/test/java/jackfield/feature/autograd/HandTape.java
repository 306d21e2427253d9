package jackfield.feature.autograd;

import jackfield.feature.autograd.history.Histories;
import jackfield.tensor.GradientEdge;
import jackfield.tensor.GradientNode;
import jackfield.tensor.GradientRuntime;
import jackfield.tensor.HostData;
import jackfield.tensor.SavedTensor;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Records a few operators by hand, as generated kernels do, and notes which formulas run. */
public final class HandTape implements GradientRuntime.Runner {
  static final int MUL = 0;
  static final int ADD = 1;
  static final int SUM = 2;
  static final int PASS = 3;

  public final List<String> ran = new ArrayList<>();
  public final GradientRuntime cell = new GradientRuntime("feature.autograd", this);
  public final Histories histories = new Histories(cell);

  public Tensor mul(Tensor one, Tensor other) {
    Tensor result = HandArithmetic.zip(one, other, (a, b) -> a * b);
    GradientEdge[] next = {histories.edge(one), histories.edge(other)};
    SavedTensor left = next[1] == null ? SavedTensor.NONE : SavedTensor.of(one);
    SavedTensor right = next[0] == null ? SavedTensor.NONE : SavedTensor.of(other);
    histories.attach(result, histories.node(MUL, 1, next, new Object[] {left, right}), 0);
    return result;
  }

  public Tensor add(Tensor one, Tensor other) {
    Tensor result = HandArithmetic.zip(one, other, Double::sum);
    GradientEdge[] next = {histories.edge(one), histories.edge(other)};
    histories.attach(result, histories.node(ADD, 1, next), 0);
    return result;
  }

  /** Computes the sum; broadcasting its gradient is left to the engine. */
  public Tensor sum(Tensor one) {
    double total = 0;
    for (double value : HostData.doubles(one)) {
      total += value;
    }
    Tensor result = HandArithmetic.of(total);
    GradientEdge[] next = {histories.edge(one)};
    histories.attach(result, histories.node(SUM, 1, next, new Object[] {one.elementCount()}), 0);
    return result;
  }

  /** Returns two tensors that pass their gradients on; nothing uses the second. */
  public Tensor[] split(Tensor one) {
    Tensor[] results = {one.data(), one.data()};
    GradientEdge[] next = {histories.edge(one)};
    histories.attachAll(results, histories.node(PASS, 2, next));
    return results;
  }

  @Override
  public Tensor[] run(GradientNode node, Tensor[] gradients, GradientRuntime.Wanted wanted) {
    ran.add(formulaName(node.formula()));
    Tensor gradient = gradients[0];
    return switch (node.formula()) {
      case MUL ->
          new Tensor[] {
            wanted.has(0) ? times(gradient, node.tensor(1)) : null,
            wanted.has(1) ? times(gradient, node.tensor(0)) : null
          };
      case ADD -> new Tensor[] {gradient, gradient};
      case SUM -> new Tensor[] {spread(gradient, (long) node.value(0))};
      default -> new Tensor[] {gradient};
    };
  }

  private static Tensor times(Tensor one, Tensor other) {
    return HandArithmetic.zip(one, other, (a, b) -> a * b);
  }

  private static Tensor spread(Tensor one, long count) {
    double[] values = new double[(int) count];
    Arrays.fill(values, HostData.doubles(one)[0]);
    return HandArithmetic.of(values);
  }

  @Override
  public String formulaName(int formula) {
    return List.of("mul", "add", "sum", "pass").get(formula);
  }
}
