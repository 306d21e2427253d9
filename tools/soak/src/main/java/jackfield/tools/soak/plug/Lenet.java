package jackfield.tools.soak.plug;

import jackfield.aten.Aten;
import jackfield.context.DispatchContext;
import jackfield.context.Guard;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.List;

/**
 * A training step of LeNet-5 on one image: two convolutions, each with a maximum of 2 by 2, and
 * three layers. It starts from the same parameters each time, so that its result is known.
 */
final class Lenet {
  private static final double LEARNING_RATE = 0.25;
  private static final int COLUMNS = 400;

  private final Aten aten;
  private final Tensor image = Exercises.quarters(7, 1, 1, 28, 28);
  private final Tensor label = HostData.tensor(new long[] {3}, 1);

  Lenet(Aten aten) {
    this.aten = aten;
  }

  private static List<Tensor> parameters() {
    return Arrays.asList(
        parameter(5, 6, 1, 5, 5),
        parameter(3, 6),
        parameter(7, 16, 6, 5, 5),
        parameter(5, 16),
        parameter(3, COLUMNS, 120),
        parameter(5, 120),
        parameter(7, 120, 84),
        parameter(3, 84),
        parameter(5, 84, 10),
        parameter(7, 10));
  }

  /** Small elements, so that the probabilities of the classes are not all 0 or 1. */
  private static Tensor parameter(int period, long... sizes) {
    return Exercises.multiples(1 / 64f, period, sizes).requiresGradient();
  }

  /** Takes a step and returns the loss and the parameters of the convolutions. */
  Outcome train(Gradients gradients) {
    List<Tensor> parameters = parameters();
    Tensor loss = aten.nllLoss(aten.logSoftmax(outputs(parameters), 1), label);
    gradients.backward(loss);
    if (parameters.getFirst().grad() == null) {
      return Outcome.of(loss); // there is no autograd at the moment
    }
    try (Guard _ = DispatchContext.current().gradients(false)) {
      for (Tensor parameter : parameters) {
        aten.add_(parameter, parameter.grad(), Scalar.of(-LEARNING_RATE));
      }
    }
    return Outcome.of(loss, parameters.get(0), parameters.get(1), parameters.get(2));
  }

  private Tensor outputs(List<Tensor> p) {
    Tensor wide = aten.conv2d(image, p.get(0), p.get(1), new long[] {1}, 2);
    Tensor first = aten.maxPool2d(aten.relu(wide), 2);
    Tensor narrow = aten.conv2d(first, p.get(2), p.get(3));
    Tensor second = aten.reshape(aten.maxPool2d(aten.relu(narrow), 2), 1, COLUMNS);
    Tensor third = aten.relu(aten.addmm(p.get(5), second, p.get(4)));
    Tensor fourth = aten.relu(aten.addmm(p.get(7), third, p.get(6)));
    return aten.addmm(p.get(9), fourth, p.get(8));
  }
}
