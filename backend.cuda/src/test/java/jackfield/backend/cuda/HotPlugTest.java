package jackfield.backend.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.aten.Aten;
import jackfield.aten.library.AtenLibrary;
import jackfield.backend.cuda.driver.GpuDevice;
import jackfield.backend.cuda.driver.GpuDevices;
import jackfield.backend.cuda.driver.GpuGraph;
import jackfield.backend.cuda.driver.HandleReleased;
import jackfield.backend.cuda.driver.capture.CaptureRefused;
import jackfield.backend.cuda.driver.capture.GraphWithdrawn;
import jackfield.conformance.BundleComponent;
import jackfield.cuda.standin.StandIn;
import jackfield.cuda.standin.StandIn.Kind;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.dispatcher.impl.whiteboard.Whiteboard;
import jackfield.kernel.NoKernel;
import jackfield.kernel.Provenance;
import jackfield.memory.Device;
import jackfield.memory.Storage;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The backend is plugged and unplugged while the driver's bundle and tensors stay. */
@Tag("slow") // compiles all kernels with g++
final class HotPlugTest {
  private static final Device CUDA = new Device("cuda", 0);
  private static final int SECONDS = 60;

  private StandIn standIn; // set before each test, as are the fields below
  private GpuDevices devices;
  private GpuDevice device;
  private long[] before; // what tests of other classes have left in the stand-in
  private Whiteboard whiteboard;
  private Aten aten;

  @BeforeEach
  void open() {
    standIn = StandInDevice.load();
    devices = StandInDevice.devices();
    device = devices.devices().getFirst();
    before = live();
    LocalDispatcher dispatcher = new LocalDispatcher();
    whiteboard = new Whiteboard(dispatcher);
    whiteboard.plug(new AtenLibrary(), Provenance.of("operators.aten"), 0);
    whiteboard.plug(
        BundleComponent.backend("backend.cpu.reference"), Provenance.of("the reference"), -100);
    aten = Aten.of(dispatcher);
  }

  @AfterEach
  void close() {
    if (devices != null) {
      devices.close();
    }
  }

  private PulledBackend plug() throws ReflectiveOperationException {
    PulledBackend plugged = PulledBackend.of(device);
    whiteboard.plug(plugged.backend(), Provenance.of("backend.cuda"), 0);
    return plugged;
  }

  private void unplug(PulledBackend plugged)
      throws InterruptedException, ReflectiveOperationException {
    whiteboard.unplug(plugged.backend());
    plugged.stop();
  }

  private Tensor onDevice(float... values) {
    return aten._toCopy(HostData.tensor(values, values.length), null, null, CUDA);
  }

  private float[] onHost(Tensor tensor) {
    return HostData.floats(aten._toCopy(tensor, null, null, Device.CPU));
  }

  @Test
  void tensorsStayAndComputeAgainAfterTheNextPlug() throws Exception {
    PulledBackend first = plug();
    Tensor x = onDevice(1, 2, 3);
    Tensor y = aten.mul(x, x);
    unplug(first);
    assertThat(catchThrowable(() -> aten.mul(y, y))).isInstanceOf(NoKernel.class);
    assertThat(live()).isEqualTo(before);
    PulledBackend second = plug();
    assertThat(onHost(aten.add(y, x))).containsExactly(2, 6, 12);
    unplug(second);
  }

  @Test
  void nothingIsLeftAfterFiveCycles() throws Exception {
    cycles(5);
  }

  @Test
  @Tag("thorough")
  void nothingIsLeftAfterAHundredCycles() throws Exception {
    cycles(100);
  }

  private void cycles(int count) throws Exception {
    long[] leaked = leaked();
    List<PulledBackend> pulled = new ArrayList<>();
    for (int cycle = 0; cycle < count; cycle++) {
      standIn.seed(cycle);
      PulledBackend plugged = plug();
      pulled.add(plugged);
      try (Tensor x = onDevice(1, 2, cycle);
          Tensor sum = aten.sum(aten.exp(aten.neg(x)))) {
        double expected = Math.exp(-1) + Math.exp(-2) + Math.exp(-cycle);
        assertThat(onHost(sum)[0]).isCloseTo((float) expected, within());
      }
      unplug(plugged);
      assertThat(live()).as("modules, events and streams").isEqualTo(before);
    }
    await("all class loaders are collected", () -> isCollected(pulled));
    await("all device memory is unused", () -> usedBytes() == 0);
    devices.close();
    assertThat(leaked()).isEqualTo(leaked);
  }

  private static Offset<Float> within() {
    return Offset.offset(1e-6f);
  }

  private static boolean isCollected(List<PulledBackend> pulled) {
    System.gc();
    return pulled.stream().allMatch(PulledBackend::isCollected);
  }

  private long usedBytes() {
    System.gc();
    return device.context().memory().statistics().usedBytes();
  }

  /** Returns the numbers of modules, events and streams. */
  private long[] live() {
    device.context(); // creates the driver's own stream
    return new long[] {
      standIn.live(Kind.MODULES), standIn.live(Kind.EVENTS), standIn.live(Kind.STREAMS)
    };
  }

  private long[] leaked() {
    long[] counts = new long[Kind.values().length];
    for (Kind kind : Kind.values()) {
      counts[kind.ordinal()] = standIn.leaked(kind);
    }
    return counts;
  }

  private interface Condition {
    boolean holds();
  }

  private static void await(String state, Condition condition) {
    long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    while (!condition.holds()) {
      assertThat(System.nanoTime()).as(state).isLessThan(deadlineNanos);
      Thread.onSpinWait();
    }
  }

  @Test
  void graphsEndWithTheBackendAndACaptureWithTheNextOneServes() throws Exception {
    graphCycles(3);
  }

  @Test
  @Tag("thorough")
  void nothingIsLeftOfGraphsAfterAHundredCycles() throws Exception {
    graphCycles(100);
  }

  private void graphCycles(int count) throws Exception {
    long graphs = standIn.live(Kind.GRAPHS);
    for (int cycle = 0; cycle < count; cycle++) {
      standIn.seed(cycle);
      PulledBackend plugged = plug();
      Tensor x = onDevice(1, 2, 3);
      GpuGraph graph = device.capture(() -> aten.mul_(x, aten.add(x, x)));
      aten.copy_(x, onDevice(1, 2, cycle));
      graph.replay();
      unplug(plugged);
      GraphWithdrawn error = catchThrowableOfType(GraphWithdrawn.class, graph::replay);
      assertThat(error.bundle()).isEqualTo("backend.cuda");
      assertThat(live()).as("modules, events and streams").isEqualTo(before);
      assertThat(standIn.live(Kind.GRAPHS)).isEqualTo(graphs);
      plugged = plug();
      assertThat(onHost(x)).containsExactly(2, 8, 2f * cycle * cycle);
      unplug(plugged);
      x.close();
    }
    await("all device memory is unused", () -> usedBytes() == 0);
  }

  /** A caller replays and captures again while the backend comes and goes. */
  @Test
  void replaysAreDrainedOrRefusedWhileBackendsComeAndGo() throws Exception {
    PulledBackend plugged = plug();
    Tensor x = onDevice(1, 2, 3);
    Tensor y = onDevice(0, 0, 0);
    AtomicBoolean isOver = new AtomicBoolean();
    ExecutorService threads = Executors.newSingleThreadExecutor();
    Future<Integer> caller = threads.submit(() -> replay(x, y, isOver));
    for (int cycle = 0; cycle < 5; cycle++) {
      unplug(plugged);
      plugged = plug();
    }
    isOver.set(true);
    threads.shutdown();
    assertThat(threads.awaitTermination(SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(result(caller)).isPositive();
    assertThat(onHost(y)).containsExactly(1, 4, 9);
    unplug(plugged);
    assertThat(standIn.live(Kind.GRAPHS)).isZero();
  }

  private int replay(Tensor x, Tensor y, AtomicBoolean isOver) {
    int replays = 0;
    while (!isOver.get() || replays == 0) {
      try (GpuGraph graph = device.capture(() -> aten.copy_(y, aten.mul(x, x)))) {
        for (int i = 0; i < 10; i++) {
          graph.replay();
          replays++;
        }
        graph.awaitBlocking();
      } catch (NoKernel | GraphWithdrawn | CaptureRefused | HandleReleased _) {
        Thread.onSpinWait(); // between two backends
      }
    }
    return replays;
  }

  /** Callers get the right result or an error that says that there is no kernel. */
  @Test
  void callersAreServedOrToldWhileBackendsComeAndGo() throws Exception {
    PulledBackend plugged = plug();
    Tensor x = onDevice(1, 2, 3);
    AtomicBoolean isOver = new AtomicBoolean();
    ExecutorService threads = Executors.newFixedThreadPool(2);
    List<Future<Integer>> callers = new ArrayList<>();
    for (int caller = 0; caller < 2; caller++) {
      callers.add(threads.submit(() -> call(x, isOver)));
    }
    for (int cycle = 0; cycle < 5; cycle++) {
      unplug(plugged);
      plugged = plug();
    }
    isOver.set(true);
    threads.shutdown();
    assertThat(threads.awaitTermination(SECONDS, TimeUnit.SECONDS)).isTrue();
    for (Future<Integer> caller : callers) {
      assertThat(result(caller)).isPositive();
    }
    unplug(plugged);
  }

  private int call(Tensor x, AtomicBoolean isOver) {
    int right = 0;
    while (!isOver.get() || right == 0) {
      try {
        if (onHost(aten.mul(x, x))[2] != 9) {
          throw new AssertionError("a wrong result");
        }
        right++;
      } catch (NoKernel _) {
        Thread.onSpinWait(); // between two backends
      }
    }
    return right;
  }

  private static int result(Future<Integer> caller) throws InterruptedException {
    try {
      return caller.get();
    } catch (ExecutionException failed) {
      throw new AssertionError(failed.getCause());
    }
  }

  @Test
  void aTensorThatIsClosedByAnotherThreadReturnsItsMemory() throws Exception {
    PulledBackend plugged = plug();
    closeOnAnotherThread(onDevice(1, 2, 3).storage());
    await("the memory is unused", () -> usedBytes() == 0);
    unplug(plugged);
  }

  /** Keeps nothing that refers to the storage: the collector returns its memory. */
  private static void closeOnAnotherThread(Storage storage) throws InterruptedException {
    Thread closer = new Thread(storage::close, "closer");
    closer.start();
    closer.join();
  }
}
