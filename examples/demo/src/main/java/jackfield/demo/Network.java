package jackfield.demo;

import jackfield.aten.Aten;
import jackfield.context.DispatchContext;
import jackfield.context.Guard;
import jackfield.tensor.Autograd;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Scope;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import java.util.List;
import java.util.Random;

/**
 * A network of 784, 256 and 10 units, trained by stochastic gradient descent with momentum; every
 * number is computed by the platform's operators.
 */
final class Network {
  private static final int HIDDEN = 256;
  private static final double MOMENTUM = 0.9;

  private final Aten aten;
  private final Autograd autograd;
  private final Tensor weight1;
  private final Tensor bias1;
  private final Tensor weight2;
  private final Tensor bias2;
  private final List<Tensor> parameters;
  private final List<Tensor> velocities;

  Network(Aten aten, Autograd autograd, long seed) {
    this.aten = aten;
    this.autograd = autograd;
    Random random = new Random(seed);
    weight1 = uniform(random, Images.PIXELS, HIDDEN, Images.PIXELS);
    bias1 = uniform(random, Images.PIXELS, HIDDEN);
    weight2 = uniform(random, HIDDEN, Images.CLASSES, HIDDEN);
    bias2 = uniform(random, HIDDEN, Images.CLASSES);
    parameters = List.of(weight1, bias1, weight2, bias2);
    velocities = parameters.stream().map(parameter -> zeros(parameter.sizes())).toList();
  }

  /** Returns a parameter with random numbers from ±1/√inputs. */
  private static Tensor uniform(Random random, int inputs, long... sizes) {
    double bound = 1 / Math.sqrt(inputs);
    float[] values = new float[(int) Shapes.elementCount(sizes)];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) (bound * (2 * random.nextDouble() - 1));
    }
    return HostData.tensor(values, sizes).requiresGradient();
  }

  private static Tensor zeros(long[] sizes) {
    return HostData.tensor(new float[(int) Shapes.elementCount(sizes)], sizes);
  }

  private Tensor logits(Tensor images) {
    Tensor hidden = aten.relu(aten.linear(images, weight1, bias1));
    return aten.linear(hidden, weight2, bias2);
  }

  /** Takes one gradient step on a batch and returns the loss before it. */
  double train(Images batch, double learningRate) {
    try (Scope _ = Scope.open()) {
      Tensor images = HostData.tensor(batch.pixels(), batch.count(), Images.PIXELS);
      Tensor labels = HostData.tensor(batch.labels(), batch.count());
      Tensor loss = aten.crossEntropyLoss(logits(images), labels);
      autograd.backward(loss);
      descend(learningRate);
      return HostData.item(loss).toDouble();
    }
  }

  private void descend(double learningRate) {
    try (Guard _ = DispatchContext.current().gradients(false)) {
      for (int i = 0; i < parameters.size(); i++) {
        Tensor velocity = velocities.get(i);
        aten.mul_(velocity, MOMENTUM);
        aten.add_(velocity, parameters.get(i).grad());
        aten.add_(parameters.get(i), velocity, Scalar.of(-learningRate));
        parameters.get(i).clearGrad();
      }
    }
  }

  /** Returns the fraction of {@code images} whose class the network predicts. */
  double accuracy(Images images) {
    int right = 0;
    int[] order = new int[images.count()];
    for (int i = 0; i < order.length; i++) {
      order[i] = i;
    }
    for (int from = 0; from < order.length; from += HIDDEN) {
      right += right(images.select(order, from, Math.min(from + HIDDEN, order.length)));
    }
    return (double) right / order.length;
  }

  private int right(Images batch) {
    try (Scope _ = Scope.open();
        Guard _ = DispatchContext.current().gradients(false)) {
      Tensor images = HostData.tensor(batch.pixels(), batch.count(), Images.PIXELS);
      long[] found = HostData.longs(aten.argmax(logits(images), 1L, false));
      int right = 0;
      for (int i = 0; i < found.length; i++) {
        right += found[i] == batch.labels()[i] ? 1 : 0;
      }
      return right;
    }
  }
}
