package jackfield;

import jackfield.aten.Aten;
import jackfield.context.DispatchContext;
import jackfield.context.Guard;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Scope;
import jackfield.tensor.Tensor;
import java.util.List;

/** The line y = 2x + 1, learned by gradient descent. */
final class Regression {
  private final Jackfield jackfield;
  private final Aten aten;
  private final Tensor x;
  private final Tensor y;
  private final Tensor weight;
  private final Tensor bias;

  Regression(Jackfield jackfield) {
    this.jackfield = jackfield;
    aten = jackfield.aten();
    x = jackfield.tensor(new float[] {0, 1, 2, 3}, 4, 1);
    y = jackfield.tensor(new float[] {1, 3, 5, 7}, 4, 1);
    weight = jackfield.tensor(new float[] {0}, 1, 1).requiresGradient();
    bias = jackfield.tensor(new float[] {0}).requiresGradient();
  }

  /** Takes steps and returns the loss before the last one. */
  double train(int steps) {
    double last = Double.NaN;
    for (int i = 0; i < steps; i++) {
      try (Scope _ = Scope.open()) {
        Tensor error = aten.sub(aten.add(aten.mm(x, weight), bias), y);
        Tensor loss = aten.mean(aten.mul(error, error));
        jackfield.autograd().backward(loss);
        descend();
        last = HostData.item(loss).toDouble();
      }
    }
    return last;
  }

  private void descend() {
    try (Guard _ = DispatchContext.current().gradients(false)) {
      for (Tensor parameter : List.of(weight, bias)) {
        aten.add_(parameter, parameter.grad(), Scalar.of(-0.05));
        parameter.clearGrad();
      }
    }
  }

  float[] line() {
    return new float[] {HostData.floats(weight)[0], HostData.floats(bias)[0]};
  }
}
