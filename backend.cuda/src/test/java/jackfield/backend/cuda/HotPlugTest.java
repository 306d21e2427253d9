package jackfield.backend.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import jackfield.cuda.standin.StandIn.Kind;
import jackfield.kernel.NoKernel;
import jackfield.memory.Storage;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
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
  void tensorsStayAndComputeAgainAfterTheNextPlug() throws Exception {
    PulledBackend first = scene.plug();
    Tensor x = scene.onDevice(1, 2, 3);
    Tensor y = scene.aten.mul(x, x);
    scene.unplug(first);
    assertThat(catchThrowable(() -> scene.aten.mul(y, y))).isInstanceOf(NoKernel.class);
    assertThat(scene.live()).isEqualTo(scene.before);
    PulledBackend second = scene.plug();
    assertThat(scene.onHost(scene.aten.add(y, x))).containsExactly(2, 6, 12);
    scene.unplug(second);
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
      scene.standIn.seed(cycle);
      PulledBackend plugged = scene.plug();
      pulled.add(plugged);
      try (Tensor x = scene.onDevice(1, 2, cycle);
          Tensor sum = scene.aten.sum(scene.aten.exp(scene.aten.neg(x)))) {
        double expected = Math.exp(-1) + Math.exp(-2) + Math.exp(-cycle);
        assertThat(scene.onHost(sum)[0]).isCloseTo((float) expected, within());
      }
      scene.unplug(plugged);
      assertThat(scene.live()).as("modules, events and streams").isEqualTo(scene.before);
    }
    HotPlugScene.await("all class loaders are collected", () -> isCollected(pulled));
    HotPlugScene.await("all device memory is unused", () -> scene.usedBytes() == 0);
    scene.devices.close();
    assertThat(leaked()).isEqualTo(leaked);
  }

  private static Offset<Float> within() {
    return Offset.offset(1e-6f);
  }

  private static boolean isCollected(List<PulledBackend> pulled) {
    System.gc();
    return pulled.stream().allMatch(PulledBackend::isCollected);
  }

  private long[] leaked() {
    long[] counts = new long[Kind.values().length];
    for (Kind kind : Kind.values()) {
      counts[kind.ordinal()] = scene.standIn.leaked(kind);
    }
    return counts;
  }

  /** Callers get the right result or an error that says that there is no kernel. */
  @Test
  void callersAreServedOrToldWhileBackendsComeAndGo() throws Exception {
    PulledBackend plugged = scene.plug();
    Tensor x = scene.onDevice(1, 2, 3);
    AtomicBoolean isOver = new AtomicBoolean();
    ExecutorService threads = Executors.newFixedThreadPool(2);
    List<Future<Integer>> callers = new ArrayList<>();
    for (int caller = 0; caller < 2; caller++) {
      callers.add(threads.submit(() -> call(x, isOver)));
    }
    for (int cycle = 0; cycle < 5; cycle++) {
      scene.unplug(plugged);
      plugged = scene.plug();
    }
    isOver.set(true);
    threads.shutdown();
    assertThat(threads.awaitTermination(HotPlugScene.SECONDS, TimeUnit.SECONDS)).isTrue();
    for (Future<Integer> caller : callers) {
      assertThat(HotPlugScene.result(caller)).isPositive();
    }
    scene.unplug(plugged);
  }

  private int call(Tensor x, AtomicBoolean isOver) {
    int right = 0;
    while (!isOver.get() || right == 0) {
      try {
        if (scene.onHost(scene.aten.mul(x, x))[2] != 9) {
          throw new AssertionError("a wrong result");
        }
        right++;
      } catch (NoKernel _) {
        Thread.onSpinWait(); // between two backends
      }
    }
    return right;
  }

  @Test
  void aTensorThatIsClosedByAnotherThreadReturnsItsMemory() throws Exception {
    PulledBackend plugged = scene.plug();
    closeOnAnotherThread(scene.onDevice(1, 2, 3).storage());
    HotPlugScene.await("the memory is unused", () -> scene.usedBytes() == 0);
    scene.unplug(plugged);
  }

  /** Keeps nothing that refers to the storage: the collector returns its memory. */
  private static void closeOnAnotherThread(Storage storage) throws InterruptedException {
    Thread closer = new Thread(storage::close, "closer");
    closer.start();
    closer.join();
  }
}
