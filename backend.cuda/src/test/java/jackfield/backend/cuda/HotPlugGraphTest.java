package jackfield.backend.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.backend.cuda.driver.GpuGraph;
import jackfield.backend.cuda.driver.capture.CaptureRefused;
import jackfield.backend.cuda.driver.capture.GraphWithdrawn;
import jackfield.backend.cuda.driver.failure.HandleReleased;
import jackfield.cuda.standin.StandIn.Kind;
import jackfield.kernel.NoKernel;
import jackfield.tensor.Tensor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Graphs end with the backend whose kernels they have, and leave nothing. */
@Tag("slow") // compiles all kernels with g++
final class HotPlugGraphTest {
  private HotPlugScene scene; // set before each test

  @BeforeEach
  void open() {
    scene = new HotPlugScene();
  }

  @AfterEach
  void close() {
    if (scene != null) {
      scene.close();
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
    long graphs = scene.standIn.live(Kind.GRAPHS);
    for (int cycle = 0; cycle < count; cycle++) {
      scene.standIn.seed(cycle);
      PulledBackend plugged = scene.plug();
      Tensor x = scene.onDevice(1, 2, 3);
      GpuGraph graph = scene.device.capture(() -> scene.aten.mul_(x, scene.aten.add(x, x)));
      scene.aten.copy_(x, scene.onDevice(1, 2, cycle));
      graph.replay();
      scene.unplug(plugged);
      GraphWithdrawn error = catchThrowableOfType(GraphWithdrawn.class, graph::replay);
      assertThat(error.bundle()).isEqualTo("backend.cuda");
      assertThat(scene.live()).as("modules, events and streams").isEqualTo(scene.before);
      assertThat(scene.standIn.live(Kind.GRAPHS)).isEqualTo(graphs);
      plugged = scene.plug();
      assertThat(scene.onHost(x)).containsExactly(2, 8, 2f * cycle * cycle);
      scene.unplug(plugged);
      x.close();
    }
    HotPlugScene.await("all device memory is unused", () -> scene.usedBytes() == 0);
  }

  /** A caller replays and captures again while the backend comes and goes. */
  @Test
  void replaysAreDrainedOrRefusedWhileBackendsComeAndGo() throws Exception {
    PulledBackend plugged = scene.plug();
    Tensor x = scene.onDevice(1, 2, 3);
    Tensor y = scene.onDevice(0, 0, 0);
    AtomicBoolean isOver = new AtomicBoolean();
    ExecutorService threads = Executors.newSingleThreadExecutor();
    Future<Integer> caller = threads.submit(() -> replay(x, y, isOver));
    for (int cycle = 0; cycle < 5; cycle++) {
      scene.unplug(plugged);
      plugged = scene.plug();
    }
    isOver.set(true);
    threads.shutdown();
    assertThat(threads.awaitTermination(HotPlugScene.SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(HotPlugScene.result(caller)).isPositive();
    assertThat(scene.onHost(y)).containsExactly(1, 4, 9);
    scene.unplug(plugged);
    assertThat(scene.standIn.live(Kind.GRAPHS)).isZero();
  }

  private int replay(Tensor x, Tensor y, AtomicBoolean isOver) {
    int replays = 0;
    while (!isOver.get() || replays == 0) {
      try (GpuGraph graph = scene.device.capture(() -> scene.aten.copy_(y, scene.aten.mul(x, x)))) {
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
}
