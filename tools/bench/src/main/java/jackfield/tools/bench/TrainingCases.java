package jackfield.tools.bench;

import jackfield.aten.Aten;
import jackfield.context.DispatchContext;
import jackfield.context.Guard;
import jackfield.tensor.Autograd;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.List;

/** A network of two layers, 64 rows: its result without gradients, and whole training steps. */
final class TrainingCases {
  private static final double RATE = 0.01;

  private final Aten aten;
  private final Autograd autograd;
  private final Inputs inputs = new Inputs();

  TrainingCases(Aten aten, Autograd autograd) {
    this.aten = aten;
    this.autograd = autograd;
  }

  List<Case> cases() {
    CaseList list = new CaseList();
    list.add(
        "mlp.step",
        () -> {
          Tensor rows = inputs.random(64, 784);
          Tensor labels = inputs.indexes(64, 10);
          Tensor[] parameters = parameters();
          return () -> step(rows, labels, parameters);
        });
    list.add(
        "mlp.forward",
        () -> {
          Tensor rows = inputs.random(64, 784);
          Tensor[] parameters = parameters();
          return () -> {
            try (Guard _ = DispatchContext.current().gradients(false)) {
              return forward(rows, parameters);
            }
          };
        });
    return list.cases();
  }

  private Tensor[] parameters() {
    return new Tensor[] {
      inputs.random(0.05f, 784, 256).requiresGradient(),
      inputs.random(0.05f, 256).requiresGradient(),
      inputs.random(0.05f, 256, 10).requiresGradient(),
      inputs.random(0.05f, 10).requiresGradient()
    };
  }

  private Tensor forward(Tensor rows, Tensor[] p) {
    return aten.addmm(p[3], aten.relu(aten.addmm(p[1], rows, p[0])), p[2]);
  }

  private Object step(Tensor rows, Tensor labels, Tensor[] parameters) {
    Tensor loss = aten.nllLoss(aten.logSoftmax(forward(rows, parameters), 1), labels);
    autograd.backward(loss);
    try (Guard _ = DispatchContext.current().gradients(false)) {
      for (Tensor parameter : parameters) {
        aten.sub_(parameter, parameter.grad(), Scalar.of(RATE));
        parameter.clearGrad();
      }
    }
    return loss;
  }
}
