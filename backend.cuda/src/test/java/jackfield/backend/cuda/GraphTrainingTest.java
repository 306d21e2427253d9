package jackfield.backend.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.aten.Aten;
import jackfield.backend.cuda.driver.DeviceGroup;
import jackfield.backend.cuda.driver.GpuContext;
import jackfield.backend.cuda.driver.GpuDevices;
import jackfield.backend.cuda.driver.GpuGraph;
import jackfield.backend.cuda.driver.capture.CaptureRefused;
import jackfield.conformance.KitPlatform;
import jackfield.context.DispatchContext;
import jackfield.context.Guard;
import jackfield.cuda.standin.StandIn;
import jackfield.error.InvalidArgument;
import jackfield.kernel.Provenance;
import jackfield.memory.Device;
import jackfield.tensor.Autograd;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Scope;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Graphs of operators, of a training step among them. */
@Tag("slow") // compiles all kernels with g++
final class GraphTrainingTest {
  private static final Device CUDA = new Device("cuda", 0);
  private static final int ROWS = 6;
  private static final int CLASSES = 4;
  private static final int STEPS = 20;

  private StandIn standIn; // set before each test, as are the fields below
  private GpuDevices devices;
  private GpuContext context;
  private Aten aten;
  private Autograd autograd;

  @BeforeEach
  void open() {
    standIn = StandInDevice.load();
    devices = StandInDevice.devices();
    context = devices.devices().getFirst().context();
    KitPlatform platform = new KitPlatform();
    platform.plugClassPath(component -> component.bundle().equals("backend.cpu.reference"));
    platform.plug(
        new CudaBackend(new DeviceGroup(devices.devices())), Provenance.of("backend.cuda"), 0);
    aten = Aten.of(platform.dispatcher());
    autograd = platform.autograd();
  }

  @AfterEach
  void close() {
    if (devices != null) {
      devices.close();
    }
  }

  private Tensor onDevice(Tensor onHost) {
    return aten.to(onHost, CUDA, onHost.dtype());
  }

  private Tensor random(Random random, long... sizes) {
    float[] values = new float[(int) Shapes.elementCount(sizes)];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextFloat() - 0.5f;
    }
    return onDevice(HostData.tensor(values, sizes));
  }

  private Tensor labels(Random random) {
    return onDevice(HostData.tensor(random.longs(ROWS, 0, CLASSES).toArray(), ROWS));
  }

  private float[] read(Tensor tensor) {
    try (Guard _ = DispatchContext.current().gradients(false)) {
      return HostData.floats(aten.to(tensor, Device.CPU, DType.FLOAT32));
    }
  }

  /** A network of two layers with the tensors that its steps read. */
  private final class Model {
    private final Tensor rows = random(new Random(0), ROWS, 12);
    private final Tensor labels = labels(new Random(0));
    private final Tensor[] parameters;
    private Tensor loss; // of the last step

    Model() {
      Random random = new Random(1);
      parameters =
          new Tensor[] {
            random(random, 12, 16).requiresGradient(),
            random(random, 16).requiresGradient(),
            random(random, 16, CLASSES).requiresGradient(),
            random(random, CLASSES).requiresGradient()
          };
    }

    void load(int step) {
      Random random = new Random(100 + step);
      aten.copy_(rows, random(random, ROWS, 12));
      aten.copy_(labels, labels(random));
    }

    void step() {
      Tensor hidden = aten.relu(aten.addmm(parameters[1], rows, parameters[0]));
      Tensor scores = aten.addmm(parameters[3], hidden, parameters[2]);
      loss = aten.nllLoss(aten.logSoftmax(scores, 1), labels);
      autograd.backward(loss);
      try (Guard _ = DispatchContext.current().gradients(false)) {
        for (Tensor parameter : parameters) {
          aten.sub_(parameter, parameter.grad(), Scalar.of(0.1));
          parameter.clearGrad();
        }
      }
    }
  }

  @Test
  void aTrainingStepComputesTheSameBitsAsWithoutAGraph() {
    Model eager = new Model();
    Model captured = new Model();
    try (GpuGraph graph = context.capture(captured::step)) {
      for (int step = 0; step < STEPS; step++) {
        standIn.seed(step);
        eager.load(step);
        captured.load(step);
        try (Scope _ = Scope.open()) {
          eager.step();
          graph.replay();
          assertThat(read(captured.loss)).as("step %d", step).isEqualTo(read(eager.loss));
        }
      }
      graph.awaitBlocking();
      assertThat(read(captured.parameters[0])).isNotEqualTo(read(new Model().parameters[0]));
      for (int i = 0; i < eager.parameters.length; i++) {
        assertThat(read(captured.parameters[i])).isEqualTo(read(eager.parameters[i]));
      }
    }
  }

  @Test
  void aStepInAScopeLeavesItsTemporariesToTheGraph() {
    Model eager = new Model();
    Model captured = new Model();
    GpuGraph graph =
        context.capture(() -> {
          try (Scope _ = Scope.open()) {
            captured.step();
          }
        });
    for (int step = 0; step < STEPS; step++) {
      try (Scope _ = Scope.open()) {
        eager.step();
      }
      graph.replay();
      random(new Random(step), 1 << 12).close(); // other work takes and frees memory meanwhile
    }
    assertThat(read(captured.parameters[0])).isEqualTo(read(eager.parameters[0]));
    graph.close();
  }

  @Test
  void aLabelThatIsNoClassIsReportedAfterTheReplay() {
    Model model = new Model();
    try (GpuGraph graph = context.capture(model::step)) {
      graph.replay();
      graph.awaitBlocking();
      aten.copy_(model.labels, HostData.tensor(new long[] {0, 1, 2, 3, CLASSES, 0}, ROWS));
      graph.replay();
      InvalidArgument error = catchThrowableOfType(InvalidArgument.class, graph::awaitBlocking);
      assertThat(error.getMessage())
          .isEqualTo("nll_loss: target has 4 for sample 4, expected 0 to 3");
      model.load(0);
      graph.replay();
      graph.awaitBlocking();
    }
  }

  @Test
  void randomNumbersAreThoseOfTheCapture() {
    Tensor values = random(new Random(0), 64);
    try (GpuGraph graph = context.capture(() -> aten.normal_(values))) {
      graph.replay();
      float[] first = read(values);
      graph.replay();
      assertThat(read(values)).isEqualTo(first);
    }
  }

  @Test
  void operatorsThatWaitForTheDeviceAreRefusedByName() {
    refused("aten::item", aten::item);
    refused("aten::nonzero", aten::nonzero);
    refused("aten::index_select", x -> aten.indexSelect(x, 0, onDeviceIndexes()));
    refused("aten::to.", x -> aten.to(x, Device.CPU, DType.FLOAT32));
  }

  private final Tensor[] indexes = new Tensor[1]; // made before a capture

  private Tensor onDeviceIndexes() {
    return indexes[0];
  }

  private void refused(String operator, Function<Tensor, Object> call) {
    indexes[0] = onDevice(HostData.tensor(new long[] {0}, 1));
    Tensor one = onDevice(HostData.tensor(new float[] {3}, 1));
    CaptureRefused refusal =
        catchThrowableOfType(
            CaptureRefused.class,
            () ->
                context.capture(() -> {
                  aten.add(one, one);
                  assertThat(call.apply(one)).isNotNull();
                }));
    assertThat(refusal.operator()).startsWith(operator);
    assertThat(refusal.work()).isEqualTo("a copy to the host that waits");
    assertThat(read(aten.add(one, one))).containsExactly(6);
  }

  @Test
  void tensorsOfTheHostAreNotCopiedInACapture() {
    Tensor onHost = HostData.tensor(new float[] {1, 2}, 2);
    assertThat(catchThrowable(() -> context.capture(() -> onDevice(onHost))))
        .isInstanceOf(CaptureRefused.class)
        .hasMessageContaining("a copy from the host");
  }

  /** Parameter blocks of many dimensions and tables of the host are bytes of the graph. */
  @Test
  void longParametersAreThoseOfTheCapture() {
    Tensor wide = random(new Random(3), 2, 3, 2, 3, 2, 3, 2, 3);
    Tensor turned = aten.permute(wide, new long[] {7, 5, 3, 1, 0, 2, 4, 6});
    Tensor image = random(new Random(4), 1, 1, 5, 7);
    Tensor[] captured = new Tensor[2];
    float[] sum = read(aten.add(turned, turned));
    float[] resized = read(aten.upsampleBilinear2d(image, new long[] {9, 4}, false));
    try (GpuGraph graph =
        context.capture(() -> {
          captured[0] = aten.add(turned, turned);
          captured[1] = aten.upsampleBilinear2d(image, new long[] {9, 4}, false);
        })) {
      graph.replay();
      assertThat(read(captured[0])).isEqualTo(sum);
      assertThat(read(captured[1])).isEqualTo(resized);
    }
  }
}
