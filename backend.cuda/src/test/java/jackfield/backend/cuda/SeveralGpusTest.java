package jackfield.backend.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import jackfield.aten.Aten;
import jackfield.aten.library.AtenLibrary;
import jackfield.backend.cuda.driver.DeviceGroup;
import jackfield.backend.cuda.driver.GpuDevice;
import jackfield.backend.cuda.driver.GpuDevices;
import jackfield.backend.cuda.driver.GpuGraph;
import jackfield.backend.cuda.driver.GpuStream;
import jackfield.backend.cuda.driver.capture.CaptureRefused;
import jackfield.backend.cuda.driver.failure.DeviceEntryRefused;
import jackfield.conformance.BundleComponent;
import jackfield.cuda.standin.StandIn;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.dispatcher.impl.whiteboard.Whiteboard;
import jackfield.error.InvalidArgument;
import jackfield.kernel.Provenance;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One backend on two devices: kernels run where their tensors are, and copies wait for work. */
@Tag("slow") // compiles all kernels with g++
final class SeveralGpusTest {
  private static final int SEEDS = 50;
  private static final int WARM_CALLS = 25_000; // C2 compiles them
  private static final int HELD_MILLIS = 10_000;
  private static final Device ANY = new Device("cuda", -1);
  private static final Device FIRST = new Device("cuda", 0);
  private static final Device SECOND = new Device("cuda", 1);

  private static StandIn standIn; // set before the tests, as are the next fields
  private static GpuDevices devices;
  private static GpuDevice second;
  private static Aten aten;

  @BeforeAll
  static void plug() {
    standIn = StandInDevice.load();
    devices = StandInDevice.two();
    second = devices.devices().getLast();
    LocalDispatcher dispatcher = new LocalDispatcher();
    Whiteboard whiteboard = new Whiteboard(dispatcher);
    whiteboard.plug(new AtenLibrary(), Provenance.of("operators.aten"), 0);
    whiteboard.plug(
        BundleComponent.backend("backend.cpu.reference"), Provenance.of("the reference"), -100);
    whiteboard.plug(
        new CudaBackend(new DeviceGroup(devices.devices())), Provenance.of("backend.cuda"), 0);
    aten = Aten.of(dispatcher);
  }

  @AfterAll
  static void close() {
    if (devices != null) {
      devices.close();
    }
  }

  private static Tensor on(Device device, float... values) {
    return aten.to(HostData.tensor(values, values.length), device, DType.FLOAT32);
  }

  private static float[] read(Tensor tensor) {
    return HostData.floats(aten.to(tensor, Device.CPU, DType.FLOAT32));
  }

  @Test
  void kernelsRunOnTheDeviceOfTheirTensors() {
    Tensor there = on(SECOND, 1, 2, 3);
    devices.devices().getFirst().context().awaitIdleBlocking(); // work of other tests
    long ofFirst = standIn.launches(0);
    Tensor sum = aten.add(aten.mul(there, there), 1);
    assertThat(sum.device()).isEqualTo(SECOND);
    assertThat(read(sum)).containsExactly(2, 5, 10);
    assertThat(standIn.launches(0)).isEqualTo(ofFirst);
    Tensor here = aten.add(on(FIRST, 5, 6), 1);
    assertThat(here.device()).isEqualTo(FIRST);
    assertThat(read(here)).containsExactly(6, 7);
    assertThat(standIn.launches(0)).isGreaterThan(ofFirst);
  }

  @Test
  void newTensorsAreOnTheCurrentDevice() {
    assertThat(aten.zeros(new long[] {2}, DType.FLOAT32, null, ANY).device()).isEqualTo(FIRST);
    Tensor there;
    try (GpuDevice.Entered _ = second.enter()) {
      there = aten.ones(new long[] {2}, DType.FLOAT32, null, ANY);
      assertThat(there.device()).isEqualTo(SECOND);
      assertThat(aten.to(there, ANY, DType.FLOAT32)).isSameAs(there);
      assertThat(aten.add(on(FIRST, 1), 1).device()).isEqualTo(FIRST);
      assertThat(second.isCurrent()).isTrue();
    }
    assertThat(second.isCurrent()).isFalse();
    Tensor moved = aten.to(there, ANY, DType.FLOAT32);
    assertThat(moved.device()).isEqualTo(FIRST);
    assertThat(read(moved)).containsExactly(1, 1);
  }

  @Test
  void aDeviceIsLeftByItsThreadInTheReverseOrder() throws InterruptedException {
    GpuDevice first = devices.devices().getFirst();
    GpuDevice.Entered outer = second.enter();
    GpuDevice.Entered inner = first.enter();
    assertThat(catchThrowable(outer::close))
        .isInstanceOf(DeviceEntryRefused.class)
        .hasMessageContainingAll("asked", "found", "available", "try");
    List<Throwable> thrown = new ArrayList<>();
    Thread other = new Thread(() -> thrown.add(catchThrowable(inner::close)), "other");
    other.start();
    other.join();
    assertThat(thrown.getFirst()).isInstanceOf(DeviceEntryRefused.class);
    assertThat(first.isCurrent()).isTrue();
    inner.close();
    inner.close();
    assertThat(second.isCurrent()).isTrue();
    outer.close();
    assertThat(first.isCurrent()).isTrue();
  }

  @Test
  void tensorsOfTwoDevicesAndUnknownDevicesAreRefused() {
    Tensor here = on(FIRST, 1, 2);
    Tensor there = on(SECOND, 1, 2);
    assertThat(catchThrowable(() -> aten.add(here, there)))
        .isInstanceOf(TypeMismatch.class)
        .hasMessageContainingAll("cuda:0", "cuda:1", "to(\"cuda:0\")");
    assertThat(catchThrowable(() -> aten.cat(new Tensor[] {here, there}, 0)))
        .isInstanceOf(TypeMismatch.class);
    Device none = new Device("cuda", 7);
    assertThat(catchThrowable(() -> aten.zeros(new long[] {2}, DType.FLOAT32, null, none)))
        .isInstanceOf(InvalidArgument.class)
        .hasMessageContainingAll("cuda:7", "cuda:0, cuda:1");
    assertThat(read(here)).containsExactly(1, 2);
  }

  @Test
  void copiesConvertAndKeepViews() {
    Tensor here = on(FIRST, 1, 2, 3, 4, 5, 6);
    Tensor turned = aten.t(aten.view(here, new long[] {2, 3}));
    Tensor there = aten.to(turned, SECOND, DType.INT64);
    assertThat(there.device()).isEqualTo(SECOND);
    assertThat(there.sizes()).containsExactly(3, 2);
    assertThat(HostData.doubles(aten.to(there, Device.CPU, DType.FLOAT64)))
        .containsExactly(1, 4, 2, 5, 3, 6);
    Tensor target = aten.zeros(new long[] {2, 4}, DType.FLOAT32, null, FIRST);
    Tensor view = aten.slice(target, 1, 0L, 4L, 2);
    aten.copy_(view, aten.to(on(FIRST, 7, 8), SECOND, DType.FLOAT32)); // broadcast
    assertThat(read(target)).containsExactly(7, 0, 8, 0, 7, 0, 8, 0);
    Tensor empty = aten.zeros(new long[] {0, 3}, DType.FLOAT32, null, FIRST);
    assertThat(aten.to(empty, SECOND, DType.FLOAT32).sizes()).containsExactly(0, 3);
  }

  /** The copy waits for the work that makes its source, and later work of it for the copy. */
  @Test
  void copiesAreInTheOrderOfTheCalls() {
    for (int seed = 0; seed < SEEDS; seed++) {
      standIn.seed(seed);
      Tensor here = on(FIRST, 1, 2, 3);
      Tensor there = on(SECOND, 0, 0, 0);
      for (int step = 0; step < 4; step++) {
        aten.add_(here, 1);
        aten.copy_(there, here);
        aten.mul_(here, 2); // after the copy has read it
        aten.add_(there, 10); // after the copy has written it
        aten.copy_(here, there);
        aten.zero_(there);
      }
      assertThat(read(here)).as("seed %d", seed).containsExactly(45, 46, 47);
    }
  }

  @Test
  void releasedMemoryIsNotUsedBeforeTheCopyHasReadIt() {
    for (int seed = 0; seed < SEEDS; seed++) {
      standIn.seed(seed);
      List<Tensor> copies = new ArrayList<>();
      for (int number = 0; number < 8; number++) {
        Tensor here = aten.add(on(FIRST, number, number), 1);
        copies.add(aten.to(here, SECOND, DType.FLOAT32));
        here.close(); // the next tensor may have its memory
      }
      for (int number = 0; number < 8; number++) {
        assertThat(read(copies.get(number))).containsExactly(number + 1, number + 1);
      }
    }
  }

  @Test
  void threadsComputeOnDevicesOfTheirOwn() throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<Callable<Float>> works = new ArrayList<>();
      for (int number = 0; number < 4; number++) {
        GpuDevice own = devices.devices().get(number % 2);
        works.add(() -> train(own));
      }
      for (Future<Float> result : threads.invokeAll(works)) {
        assertThat(result.get()).isEqualTo(100);
      }
    }
  }

  /** Counts to 100 on tensors of the thread's device and of the other one. */
  private static float train(GpuDevice own) {
    try (GpuDevice.Entered _ = own.enter();
        GpuStream stream = own.context().createStream();
        GpuStream.Entered _ = stream.enter()) {
      Tensor sum = aten.zeros(new long[] {1}, DType.FLOAT32, null, ANY);
      Tensor away = on(own == second ? FIRST : SECOND, 0);
      for (int step = 0; step < 50; step++) {
        aten.add_(sum, 1);
        aten.add_(away, 1);
      }
      aten.add_(sum, aten.to(away, own.device(), DType.FLOAT32));
      assertThat(sum.device()).isEqualTo(own.device());
      return read(sum)[0];
    }
  }

  @Test
  void aCaptureRefusesCopiesBetweenDevices() {
    Tensor here = on(FIRST, 1, 2);
    Tensor there = on(SECOND, 0, 0);
    for (GpuDevice each : devices.devices()) {
      assertThat(catchThrowable(() -> each.capture(() -> aten.copy_(there, here))))
          .isInstanceOf(CaptureRefused.class)
          .hasMessageContaining("a graph has the work of one device");
    }
    aten.copy_(there, here);
    assertThat(read(there)).containsExactly(1, 2);
  }

  @Test
  void aCaptureHasNewTensorsOfItsDeviceAndRefusesKernelsOfAnother() {
    Tensor here = on(FIRST, 1, 2);
    Tensor there = on(SECOND, 1, 2);
    Tensor[] made = new Tensor[1];
    try (GpuGraph graph =
        second.capture(
            () -> made[0] = aten.add(there, aten.ones(new long[] {2}, null, null, ANY)))) {
      graph.replay();
      assertThat(read(made[0])).containsExactly(2, 3);
    }
    assertThat(second.isCurrent()).isFalse();
    assertThat(catchThrowable(() -> second.capture(() -> aten.add_(here, here))))
        .isInstanceOf(CaptureRefused.class)
        .hasMessageContainingAll("aten::add_.Tensor", "work of cuda:0");
    assertThat(catchThrowable(() -> second.capture(SeveralGpusTest::captureTheFirst)))
        .isInstanceOf(CaptureRefused.class);
    assertThat(second.isCurrent()).isFalse();
    assertThat(read(here)).containsExactly(1, 2);
  }

  private static void captureTheFirst() {
    devices.devices().getFirst().capture(() -> {}).close();
  }

  /** Compiled code refers to the array that is copied no longer than it has to. */
  @Test
  void theCollectorLeavesTheArrayThatIsCopied() throws InterruptedException {
    Tensor turned = aten.t(aten.view(on(FIRST, 1, 2, 3, 4), new long[] {2, 2}));
    Tensor there = aten.zeros(new long[] {2, 2}, DType.FLOAT32, null, SECOND);
    for (int call = 0; call < WARM_CALLS; call++) {
      aten.copy_(there, turned);
    }
    System.gc();
    standIn.holdNextCall("cuEventCreate");
    Thread copier = new Thread(() -> aten.copy_(there, turned), "copier");
    copier.start();
    assertThat(standIn.awaitHeld("cuEventCreate", HELD_MILLIS)).isTrue();
    List<Tensor> others = new ArrayList<>();
    for (int round = 0; round < 3; round++) {
      System.gc();
      Thread.sleep(20); // the cleaner's thread frees what the collector has found
    }
    for (int number = 0; number < 100; number++) {
      others.add(aten.full(new long[] {4}, 99, DType.FLOAT32, null, FIRST));
    }
    standIn.letGo("cuEventCreate");
    copier.join();
    assertThat(read(there)).containsExactly(1, 3, 2, 4);
    assertThat(others).hasSize(100);
  }
}
