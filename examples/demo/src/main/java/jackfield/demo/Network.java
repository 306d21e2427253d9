package jackfield.demo;

import jackfield.aten.Aten;
import jackfield.context.DispatchContext;
import jackfield.context.Guard;
import jackfield.nn.Nn;
import jackfield.nn.data.Batch;
import jackfield.nn.data.Dataset;
import jackfield.nn.loss.Loss;
import jackfield.nn.module.Module;
import jackfield.nn.optim.SGD;
import jackfield.tensor.Autograd;
import jackfield.tensor.HostData;
import jackfield.tensor.Scope;
import jackfield.tensor.Tensor;

/**
 * A network, trained by stochastic gradient descent with momentum; every number is computed by the
 * platform's operators.
 */
final class Network {
  private static final double MOMENTUM = 0.9;
  private static final int TEST_BATCH = 256;

  private final Nn nn;
  private final TrainingDevice device;
  private final Module model;
  private final SGD optimizer;

  Network(Aten aten, Autograd autograd, Settings settings) {
    device = settings.device();
    nn = new Nn(aten, autograd).with(device.device()).seeded(settings.seed());
    model = settings.model().make(nn);
    optimizer = nn.sgd(model.parameters(), 0).momentum(MOMENTUM);
  }

  /** Takes one gradient step on a batch and returns the loss before it. */
  double train(Batch batch, double learningRate) {
    try (Scope _ = Scope.open()) {
      Loss loss = nn.crossEntropy(forward(batch), device.place(nn.aten(), batch.labels()));
      loss.backward();
      optimizer.groups().getFirst().lr(learningRate);
      optimizer.step();
      return loss.item();
    } finally {
      optimizer.zeroGrad(); // after a failed step too: the next one begins without its gradients
    }
  }

  private Tensor forward(Batch batch) {
    return model.forward(device.place(nn.aten(), batch.images()));
  }

  /** Returns the fraction of {@code images} whose class the network predicts. */
  double accuracy(Dataset images) {
    int right = 0;
    for (Batch batch : images.batches(TEST_BATCH)) {
      right += right(batch);
    }
    return (double) right / images.count();
  }

  private int right(Batch batch) {
    try (Scope _ = Scope.open();
        Guard _ = DispatchContext.current().gradients(false)) {
      Tensor classes = nn.aten().argmax(forward(batch), 1L, false);
      long[] found = HostData.longs(device.fetch(nn.aten(), classes));
      long[] labels = HostData.longs(batch.labels());
      int right = 0;
      for (int i = 0; i < found.length; i++) {
        right += found[i] == labels[i] ? 1 : 0;
      }
      return right;
    }
  }
}
