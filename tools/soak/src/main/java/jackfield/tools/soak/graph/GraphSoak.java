package jackfield.tools.soak.graph;

import jackfield.dispatch.PlugFailure;
import jackfield.error.JackfieldException;
import jackfield.memory.Device;
import jackfield.memory.MemoryDomain;
import jackfield.spi.DeviceGraphs;
import jackfield.spi.DeviceGraphs.Content;
import jackfield.tensor.Autograd;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scope;
import jackfield.tensor.Tensor;
import jackfield.tools.backends.BackendChoice;
import jackfield.tools.services.RegisteredServices;
import jackfield.tools.soak.measure.Tally;
import jackfield.tools.soak.plug.PlugSoak;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Trains one network with calls and another one with replays of a graph, and compares all bits.
 * Then the backend is unplugged and plugged: the graph must be refused, a new capture must serve,
 * and at the end nothing may be left on the device.
 */
final class GraphSoak {
  private static final int STEPS = 20; // of the first comparison
  private static final int SHORT_STEPS = 2; // of the later ones
  private static final Duration COLLECTION = Duration.ofSeconds(20);

  private final PlugSoak.Services services;
  private final String backend;
  private final boolean standIn;
  private final BackendChoice choice;
  private final RegisteredServices registered;
  private final Tally tally = new Tally();
  private final AtomicBoolean isOver = new AtomicBoolean();
  private int compared;
  private int cyclesDone;
  private Content left; // at the end; null before

  GraphSoak(PlugSoak.Services services, String backend, boolean standIn) {
    this.services = services;
    this.backend = backend;
    this.standIn = standIn;
    this.choice = BackendChoice.of(services.context(), services.platform());
    this.registered = RegisteredServices.of(services.context());
  }

  Tally tally() {
    return tally;
  }

  void endEarly() {
    isOver.set(true);
  }

  /** Returns a line about what was done and what is left on the device. */
  String figures() {
    return "%,d steps compared, %,d cycles; left: %,d bytes, %d streams, %d graphs, %d modules"
        .formatted(
            compared,
            cyclesDone,
            left.usedBytes() + left.reservedBytes(),
            left.streams(),
            left.graphs(),
            left.modules());
  }

  /** Runs all cycles; returns null, for callers that want a result. */
  Void run(int cycles) {
    choice.serve(backend, standIn);
    return registered.use(DeviceGraphs.class, all -> run(cycles, graphsOf(all, choice.device())));
  }

  private Void run(int cycles, DeviceGraphs graphs) {
    Device device = choice.device();
    MemoryDomain memory = memoryOf(device);
    Content before = graphs.content();
    for (int cycle = 0; cycle < cycles && !isOver.get(); cycle++) {
      int steps = cycle == 0 ? STEPS : SHORT_STEPS;
      DeviceGraphs.Graph graph =
          registered.use(Autograd.class, all -> train(graphs, autograd(all), device, steps));
      services.platform().unplug("backend." + backend);
      refuse(graph, cycle);
      services.platform().plug(choice.jarOf("backend." + backend));
      cyclesDone++;
    }
    services.platform().unplug("backend." + backend);
    left = settle(graphs, memory);
    int streams = before.streams();
    tally.check(left.usedBytes() == 0, () -> left.usedBytes() + " bytes are in use at the end");
    tally.check(left.reservedBytes() == 0, () -> left.reservedBytes() + " bytes are reserved");
    tally.check(left.streams() == streams, () -> left.streams() + " streams, not " + streams);
    tally.check(left.graphs() == 0, () -> left.graphs() + " graphs are left");
    tally.check(left.modules() == 0, () -> left.modules() + " modules of kernels are left");
    return null;
  }

  private MemoryDomain memoryOf(Device device) {
    try (Tensor one =
        services.aten().to(HostData.tensor(new float[] {1}, 1), device, DType.FLOAT32)) {
      return one.storage().domain();
    }
  }

  private DeviceGraphs.Graph train(
      DeviceGraphs graphs, Autograd autograd, Device device, int steps) {
    try (Scope _ = Scope.open()) {
      new TrainingStep(services.aten(), autograd, device).run(); // loads kernels before the capture
    }
    TrainingStep eager = new TrainingStep(services.aten(), autograd, device);
    TrainingStep captured = new TrainingStep(services.aten(), autograd, device);
    DeviceGraphs.Graph graph = graphs.capture(captured::run);
    for (int step = 0; step < steps; step++) {
      int number = step;
      eager.load(number);
      captured.load(number);
      try (Scope _ = Scope.open()) {
        eager.run();
        graph.replay();
        graph.awaitBlocking();
        boolean isSame = Arrays.equals(eager.bits(), captured.bits());
        tally.check(isSame, () -> "step " + number + " has other bits in a graph");
        compared++;
      }
    }
    return graph;
  }

  /** Checks that a graph without its kernels is refused, and can be closed. */
  private void refuse(DeviceGraphs.Graph graph, int cycle) {
    JackfieldException refusal = null;
    try {
      graph.replay();
    } catch (JackfieldException expected) {
      refusal = expected;
    }
    boolean isRefused = refusal != null && refusal.getMessage().contains("capturing again");
    tally.check(isRefused, () -> "cycle " + cycle + ": a replay without kernels was not refused");
    tally.check(!graph.isUsable(), () -> "cycle " + cycle + ": the graph says it can be replayed");
    graph.close();
  }

  /** Lets the collector free tensors, and returns what is left. */
  private static Content settle(DeviceGraphs graphs, MemoryDomain memory) {
    long end = System.nanoTime() + COLLECTION.toNanos();
    do {
      System.gc();
      memory.trim();
    } while (graphs.content().reservedBytes() > 0 && System.nanoTime() - end < 0);
    return graphs.content();
  }

  private DeviceGraphs graphsOf(List<DeviceGraphs> all, Device device) {
    return all.stream()
        .filter(service -> service.device().type().equals(device.type()))
        .findFirst()
        .orElseThrow(() -> missing(DeviceGraphs.class));
  }

  private Autograd autograd(List<Autograd> all) {
    return all.stream().findFirst().orElseThrow(() -> missing(Autograd.class));
  }

  private PlugFailure missing(Class<?> type) {
    return new PlugFailure(
        "soak graphs",
        "backend." + backend,
        "there is no service " + type.getSimpleName(),
        "plugging a bundle that has it",
        null);
  }
}
