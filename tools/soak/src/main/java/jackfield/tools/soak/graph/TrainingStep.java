package jackfield.tools.soak.graph;

import jackfield.aten.Aten;
import jackfield.context.DispatchContext;
import jackfield.context.Guard;
import jackfield.memory.Device;
import jackfield.tensor.Autograd;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.Random;

/** A network of two layers that learns on a device: forward, loss, backward, descent. */
final class TrainingStep {
  private static final int ROWS = 32;
  private static final int FEATURES = 48;
  private static final int HIDDEN = 24;
  private static final int CLASSES = 10;
  private static final double RATE = 0.1;

  private final Aten aten;
  private final Autograd autograd;
  private final Device device;
  private final Tensor rows;
  private final Tensor labels;
  private final Tensor[] parameters;
  private Tensor loss; // of the latest run(); null before

  /** Creates a network with the same parameters each time. */
  TrainingStep(Aten aten, Autograd autograd, Device device) {
    this.aten = aten;
    this.autograd = autograd;
    this.device = device;
    Random random = new Random(1);
    rows = placed(random(random, ROWS, FEATURES));
    labels = placed(labels(random));
    parameters =
        new Tensor[] {
          parameter(random, FEATURES, HIDDEN),
          parameter(random, HIDDEN),
          parameter(random, HIDDEN, CLASSES),
          parameter(random, CLASSES)
        };
  }

  private Tensor placed(Tensor onHost) {
    return aten.to(onHost, device, onHost.dtype());
  }

  private Tensor parameter(Random random, long... sizes) {
    return placed(random(random, sizes)).requiresGradient();
  }

  private static Tensor random(Random random, long... sizes) {
    float[] values = new float[(int) Shapes.elementCount(sizes)];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextFloat() - 0.5f;
    }
    return HostData.tensor(values, sizes);
  }

  private static Tensor labels(Random random) {
    return HostData.tensor(random.longs(ROWS, 0, CLASSES).toArray(), ROWS);
  }

  /** Writes the batch of a number into the tensors that {@link #run} reads. */
  void load(int number) {
    Random random = new Random(number);
    aten.copy_(rows, random(random, ROWS, FEATURES));
    aten.copy_(labels, labels(random));
  }

  /** Computes a step, or is captured. */
  void run() {
    Tensor hidden = aten.relu(aten.addmm(parameters[1], rows, parameters[0]));
    Tensor scores = aten.addmm(parameters[3], hidden, parameters[2]);
    loss = aten.nllLoss(aten.logSoftmax(scores, 1), labels);
    autograd.backward(loss);
    try (Guard _ = DispatchContext.current().gradients(false)) {
      for (Tensor parameter : parameters) {
        aten.sub_(parameter, parameter.grad(), Scalar.of(RATE));
        parameter.clearGrad();
      }
    }
  }

  /** Returns the bits of the loss and of all parameters. */
  int[] bits() {
    int[] bits = bits(loss);
    for (Tensor parameter : parameters) {
      int[] more = bits(parameter);
      int before = bits.length;
      bits = Arrays.copyOf(bits, before + more.length);
      System.arraycopy(more, 0, bits, before, more.length);
    }
    return bits;
  }

  private int[] bits(Tensor tensor) {
    float[] values;
    try (Guard _ = DispatchContext.current().gradients(false)) {
      values = HostData.floats(aten.to(tensor, Device.CPU, DType.FLOAT32));
    }
    int[] bits = new int[values.length];
    for (int i = 0; i < values.length; i++) {
      bits[i] = Float.floatToRawIntBits(values[i]);
    }
    return bits;
  }
}
