package jackfield;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.aten.Aten;
import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.DispatcherClosed;
import jackfield.dispatch.Registration;
import jackfield.gradient.GradientFormula;
import jackfield.kernel.Provenance;
import jackfield.nn.Nn;
import jackfield.notebook.Cells;
import jackfield.parallel.Parallel;
import jackfield.report.OperatorListener;
import jackfield.schema.OperatorName;
import jackfield.spi.Platform;
import jackfield.spi.Platform.PlugReport;
import jackfield.tensor.FeatureGone;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may close a platform, and what a closed one refuses. */
class ClosingIT {
  private static final long DEADLINE_SECONDS = 30;

  @TempDir private Path folder; // set before each test

  private Path backendCpu() {
    return EmbeddedBundle.all().stream()
        .filter(each -> each.name().equals("backend.cpu"))
        .findFirst()
        .orElseThrow()
        .extract(folder);
  }

  private static BlockingQueue<Throwable> closeInEachEvent(Jackfield jackfield) {
    BlockingQueue<Throwable> thrown = new LinkedBlockingQueue<>();
    jackfield.listen(_ -> thrown.add(catchThrowable(jackfield::close)));
    return thrown;
  }

  @Test
  void aListenerThatThePlatformServiceCallsMayNotClose() {
    try (Jackfield jackfield = Jackfield.start()) {
      BlockingQueue<Throwable> thrown = closeInEachEvent(jackfield);
      jackfield.platform().plug(backendCpu());
      jackfield.platform().plug(List.of());
      assertThat(thrown).singleElement().isInstanceOf(CloseRefused.class);
      assertThat(jackfield.isClosed()).isFalse();
      jackfield.unplug("backend.cpu");
    }
  }

  @Test
  void aListenerThatThePlugFolderCallsMayNotClose() throws Exception {
    Path plug = Files.createDirectory(folder.resolve("plug"));
    try (Jackfield jackfield = Jackfield.start(Options.defaults().plugFolder(plug))) {
      BlockingQueue<Throwable> thrown = closeInEachEvent(jackfield);
      Files.move(backendCpu(), plug.resolve("backend.cpu.jar"));
      assertThat(thrown.poll(DEADLINE_SECONDS, TimeUnit.SECONDS)).isInstanceOf(CloseRefused.class);
      assertThat(jackfield.isClosed()).isFalse();
    }
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .doesNotContain("jackfield-plug-folder");
  }

  @Test
  void thePlatformServiceOfAClosedPlatformRefusesEachRequest() throws IOException {
    Path file = backendCpu();
    Platform kept;
    try (Jackfield jackfield = Jackfield.start()) {
      kept = jackfield.platform();
    }
    List<Runnable> requests =
        List.of(
            () -> kept.plug(file),
            () -> kept.plug(List.of(file)),
            () -> kept.unplug("backend.cpu"),
            () -> kept.swap("backend.cpu", file),
            () -> kept.update("backend.cpu", file),
            kept::removals,
            kept::plugged,
            () -> kept.cancelDrain("backend.cpu"));
    for (Runnable request : requests) {
      assertThat(catchThrowableOfType(PlatformClosed.class, request::run).action()).isNotEmpty();
    }
  }

  @Test
  void callsOfAPlatformThatIsStoppingSayThatItIsClosed() throws InterruptedException {
    Tensor x = HostData.tensor(new float[] {1, 2}, 2);
    BlockingQueue<Throwable> thrown = new LinkedBlockingQueue<>();
    try (Jackfield jackfield = Jackfield.start()) {
      Aten aten = jackfield.aten();
      for (int i = 0; i < 2; i++) {
        Thread.ofPlatform().start(() -> thrown.add(catchThrowable(() -> callForEver(aten, x))));
      }
      TimeUnit.MILLISECONDS.sleep(50); // they are calling
    }
    for (int i = 0; i < 2; i++) {
      assertThat(thrown.poll(DEADLINE_SECONDS, TimeUnit.SECONDS))
          .isInstanceOf(DispatcherClosed.class);
    }
  }

  @Test
  void whetherThePlatformIsClosedIsAnsweredWhileItCloses() throws InterruptedException {
    CountDownLatch isInside = new CountDownLatch(1);
    CountDownLatch mayReturn = new CountDownLatch(1);
    Jackfield jackfield = Jackfield.start();
    Tensor x = HostData.tensor(new float[] {1, 2}, 2);
    Cells cells = new Cells(jackfield.dispatcher());
    cells.kernel(
        "my::wait(Tensor x) -> Tensor",
        "CPU",
        "",
        1,
        given -> {
          isInside.countDown();
          await(mayReturn);
          return HostData.tensor(new float[] {3}, 1);
        });
    Thread caller = Thread.ofPlatform().start(() -> cells.call("my::wait", x));
    isInside.await();
    Thread closer = Thread.ofPlatform().start(jackfield::close);
    while (closer.getState() == Thread.State.RUNNABLE || closer.getState() == Thread.State.NEW) {
      Thread.onSpinWait();
    }
    assertThat(jackfield.isClosed()).isFalse();
    mayReturn.countDown();
    caller.join();
    closer.join();
    assertThat(jackfield.isClosed()).isTrue();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void callForEver(Aten aten, Tensor x) {
    while (true) {
      aten.mm(aten.ones(2, 2), aten.ones(2, 2));
      aten.add(x, x);
    }
  }

  @Test
  void operatorsOfAClosedPlatformRefuseEachCall() {
    Aten used;
    Aten unused;
    Dispatcher dispatcher;
    Tensor x = HostData.tensor(new float[] {1, 2}, 2);
    try (Jackfield jackfield = Jackfield.start();
        Jackfield other = Jackfield.start()) {
      used = jackfield.aten();
      unused = other.aten();
      dispatcher = jackfield.dispatcher();
      assertThat(HostData.floats(used.add(x, x))).containsExactly(2, 4);
    }
    OperatorName add = OperatorName.parse("aten::add.Tensor");
    List<Runnable> requests =
        List.of(
            () -> used.add(x, x),
            () -> used.relu(x),
            () -> unused.add(x, x),
            () -> dispatcher.table(add),
            () -> dispatcher.operator("aten::mul.Tensor"),
            () -> dispatcher.operators(),
            () -> dispatcher.report(add),
            () -> dispatcher.transaction(_ -> {}));
    for (int again = 0; again < 2; again++) {
      for (Runnable request : requests) {
        assertThat(catchThrowable(request::run)).isInstanceOf(DispatcherClosed.class);
      }
    }
  }

  @Test
  void whatIsWithdrawnAfterThePlatformIsClosedAnswersAsWithdrawn() {
    Cells undone;
    Cells closed;
    List<Registration> handles = new ArrayList<>();
    try (Jackfield jackfield = Jackfield.start()) {
      Dispatcher dispatcher = jackfield.dispatcher();
      Aten aten = jackfield.aten();
      undone = new Cells(dispatcher);
      undone.kernel("my::f(Tensor x) -> Tensor", "CPU", "", 1, all -> aten.neg((Tensor) all[0]));
      closed = new Cells(dispatcher);
      closed.kernel("my::g(Tensor x) -> Tensor", "CPU", "", 1, all -> aten.neg((Tensor) all[0]));
      handles.add(jackfield.gradient("my::f", GradientFormula.of((_, all) -> all)));
      handles.add(dispatcher.commit(Provenance.of("own"), _ -> {}));
      handles.add(dispatcher.listen(new OperatorListener() {}));
    }
    assertThat(undone.undo()).endsWith("withdrew the kernel of cell 1; the dispatcher is closed");
    undone.close();
    closed.close();
    for (Registration handle : handles) {
      assertThat(handle.withdraw().isDone()).isTrue();
      handle.close();
    }
  }

  /** To close waits for the call, so the call must not wait for the platform that closes. */
  @Test
  void aKernelThatAsksAClosingPlatformIsRefusedAtOnce() throws Exception {
    CountDownLatch isInside = new CountDownLatch(1);
    List<Throwable> thrown = new CopyOnWriteArrayList<>();
    Jackfield jackfield = Jackfield.start();
    Cells cells = new Cells(jackfield.dispatcher());
    cells.kernel(
        "my::asking(Tensor(a) x) -> Tensor(a)",
        "CPU",
        "",
        1,
        all -> {
          isInside.countDown();
          Throwable refused = null;
          while (refused == null) {
            refused = catchThrowable(jackfield::aten);
          }
          thrown.add(refused);
          return all[0];
        });
    Tensor x = HostData.tensor(new float[] {1}, 1);
    Thread caller = Thread.ofPlatform().start(() -> cells.call("my::asking", x));
    assertThat(isInside.await(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
    long start = System.nanoTime();
    jackfield.close();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(15));
    assertThat(caller.join(Duration.ofSeconds(DEADLINE_SECONDS))).isTrue();
    assertThat(thrown).singleElement().isInstanceOf(PlatformClosed.class);
  }

  @Test
  void aKernelMayNotClose() {
    List<Throwable> thrown = new ArrayList<>();
    try (Jackfield jackfield = Jackfield.start()) {
      Cells cells = new Cells(jackfield.dispatcher());
      cells.kernel(
          "my::closing(Tensor(a) x) -> Tensor(a)",
          "CPU",
          "",
          1,
          all -> {
            thrown.add(catchThrowable(jackfield::close));
            return all[0];
          });
      cells.call("my::closing", HostData.tensor(new float[] {1}, 1));
      assertThat(jackfield.isClosed()).isFalse();
    }
    assertThat(thrown).singleElement().isInstanceOf(CloseRefused.class);
  }

  @Test
  void aFeatureThatWasUnpluggedIsToBePluggedAgain() {
    try (Jackfield jackfield = Jackfield.start()) {
      PlugReport _ = jackfield.unplug("feature.autograd");
      assertThat(catchThrowable(jackfield::nn))
          .isInstanceOf(UnknownBundle.class)
          .hasMessageContaining("it is not plugged")
          .hasMessageContaining("plug(\"feature.autograd\")");
    }
  }

  @Test
  void servicesOfAFeatureThatWasPluggedAgainAreToBeRequestedAnew() {
    try (Jackfield jackfield = Jackfield.start()) {
      Tensor x = jackfield.tensor(new float[] {1, 2}).requiresGradient();
      Tensor target = jackfield.tensor(new float[] {0, 0});
      Nn kept = jackfield.nn();
      PlugReport _ = jackfield.unplug("feature.autograd");
      Plugged _ = jackfield.plug("feature.autograd");
      assertThatThrownBy(() -> kept.mseLoss(x, target).backward())
          .isInstanceOf(FeatureGone.class)
          .hasMessageContaining("request its services anew, as with jackfield.nn()");
      jackfield.nn().mseLoss(x, target).backward();
      assertThat(HostData.floats(x.grad())).containsExactly(1, 2);
    }
  }

  @Test
  void noWorkerThreadIsLeft() {
    int before = Parallel.threads();
    Parallel.setThreads(2);
    try {
      try (Jackfield jackfield = Jackfield.start()) {
        Plugged _ = jackfield.plug("backend.cpu");
        Tensor large = jackfield.tensor(new float[200_000]);
        Tensor sum = jackfield.aten().add(large, large);
        assertThat(HostData.floats(sum)).hasSize(200_000);
        assertThat(workers()).isNotEmpty();
      }
      assertThat(workers()).isEmpty();
    } finally {
      Parallel.setThreads(before);
    }
  }

  private static List<String> workers() {
    Stream<Thread> living = Thread.getAllStackTraces().keySet().stream().filter(Thread::isAlive);
    return living
        .map(Thread::getName)
        .filter(name -> name.startsWith("jackfield-worker-"))
        .toList();
  }
}
