package jackfield.tools.bench;

import jackfield.aten.Aten;
import jackfield.context.DispatchContext;
import jackfield.context.Guard;
import jackfield.spi.DeviceGraphs;
import jackfield.tensor.Autograd;
import jackfield.tensor.Scalar;
import jackfield.tensor.Scope;
import jackfield.tensor.Tensor;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Three networks: their results without gradients, and whole training steps. */
final class TrainingCases {
  private static final double RATE = 0.01;
  private static final int ROWS = 64;
  private static final int CLASSES = 10;

  private final Aten aten;
  private final Autograd autograd;
  private final Inputs inputs;

  /** A network with its input. */
  private interface Network {
    Tensor forward(Tensor[] parameters);
  }

  /** A network, its parameters, and the loss of its result. */
  private record Model(Network network, UnaryOperator<Tensor> loss, Tensor... parameters) {}

  TrainingCases(Aten aten, Autograd autograd, Inputs inputs) {
    this.aten = aten;
    this.inputs = inputs;
    this.autograd = autograd;
  }

  List<Case> cases() {
    CaseList list = new CaseList();
    add(list, "mlp", this::mlp);
    add(list, "lenet", this::lenet);
    add(list, "encoder", this::encoder);
    return list.cases();
  }

  private void add(CaseList list, String name, Supplier<Model> create) {
    list.add(
        name + ".step",
        () -> {
          Model model = create.get();
          return () -> step(model);
        });
    list.add(
        name + ".forward",
        () -> {
          Model model = create.get();
          return () -> {
            try (Guard _ = DispatchContext.current().gradients(false)) {
              return model.network().forward(model.parameters());
            }
          };
        });
  }

  /** Returns the case of the first network's steps in a graph of the device. */
  List<Case> graphCases(DeviceGraphs graphs) {
    CaseList list = new CaseList();
    list.add(
        "device.mlp_graph.step",
        () -> {
          Model model = mlp();
          step(model); // kernels are loaded and algorithms chosen outside the capture
          DeviceGraphs.Graph graph =
              graphs.capture(() -> {
                try (Scope _ = Scope.open()) {
                  step(model);
                }
              });
          return () -> {
            graph.replay();
            return graph;
          };
        });
    return list.cases();
  }

  private Object step(Model model) {
    Tensor loss = model.loss().apply(model.network().forward(model.parameters()));
    autograd.backward(loss);
    try (Guard _ = DispatchContext.current().gradients(false)) {
      for (Tensor parameter : model.parameters()) {
        aten.sub_(parameter, parameter.grad(), Scalar.of(RATE));
        parameter.clearGrad();
      }
    }
    return loss;
  }

  private Tensor parameter(double most, long... sizes) {
    return inputs.random((float) most, sizes).requiresGradient();
  }

  private Tensor filled(double value, long... sizes) {
    return inputs.filled(value, sizes).requiresGradient();
  }

  private UnaryOperator<Tensor> crossEntropy() {
    Tensor labels = inputs.indexes(ROWS, CLASSES);
    return result -> aten.nllLoss(aten.logSoftmax(result, 1), labels);
  }

  /** Two layers, 784 to 256 to 10. */
  private Model mlp() {
    Tensor rows = inputs.random(ROWS, 784);
    return new Model(
        p -> aten.addmm(p[3], aten.relu(aten.addmm(p[1], rows, p[0])), p[2]),
        crossEntropy(),
        parameter(0.05, 784, 256),
        parameter(0.05, 256),
        parameter(0.05, 256, CLASSES),
        parameter(0.05, CLASSES));
  }

  /** LeNet-5: two convolutions, each with a maximum of 2 by 2, and three layers. */
  private Model lenet() {
    Tensor images = inputs.random(ROWS, 1, 28, 28);
    return new Model(
        p -> {
          Tensor wide = aten.conv2d(images, p[0], p[1], new long[] {1}, 2);
          Tensor first = aten.maxPool2d(aten.relu(wide), 2);
          Tensor narrow = aten.conv2d(first, p[2], p[3]);
          Tensor second = aten.reshape(aten.maxPool2d(aten.relu(narrow), 2), ROWS, 400);
          Tensor third = aten.relu(aten.addmm(p[5], second, p[4]));
          return aten.addmm(p[9], aten.relu(aten.addmm(p[7], third, p[6])), p[8]);
        },
        crossEntropy(),
        parameter(0.3, 6, 1, 5, 5),
        parameter(0.1, 6),
        parameter(0.2, 16, 6, 5, 5),
        parameter(0.1, 16),
        parameter(0.05, 400, 120),
        parameter(0.1, 120),
        parameter(0.1, 120, 84),
        parameter(0.1, 84),
        parameter(0.1, 84, CLASSES),
        parameter(0.1, CLASSES));
  }

  private Model encoder() {
    Encoder encoder = new Encoder(aten, inputs);
    Tensor target = encoder.random();
    long hidden = Encoder.HIDDEN;
    long wide = Encoder.WIDE;
    return new Model(
        encoder::forward,
        result -> aten.mseLoss(result, target),
        parameter(0.09, 3 * hidden, hidden),
        filled(0, 3 * hidden),
        parameter(0.09, hidden, hidden),
        filled(0, hidden),
        filled(1, hidden),
        filled(0, hidden),
        parameter(0.09, wide, hidden),
        filled(0, wide),
        parameter(0.09, hidden, wide),
        filled(0, hidden),
        filled(1, hidden),
        filled(0, hidden));
  }
}
