package jackfield;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import jackfield.PlatformEvent.Kind;
import jackfield.dispatch.PlugFailure;
import jackfield.key.DispatchKey;
import jackfield.spi.Platform.PlugReport;
import jackfield.tensor.HostData;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A platform inside this JVM; the tests run from the packaged jar. */
class JackfieldIT {
  private static final String ADDMM = "aten::addmm";

  @TempDir private Path folder; // set before each test

  private static String provider(Jackfield jackfield) {
    return jackfield.table(ADDMM).row(DispatchKey.CPU).servedBy();
  }

  private Path backendCpu() {
    return EmbeddedBundle.all().stream()
        .filter(each -> each.name().equals("backend.cpu"))
        .findFirst()
        .orElseThrow()
        .extract(folder);
  }

  @Test
  void aRegressionConvergesWhileABackendIsPluggedAndUnplugged() {
    try (Jackfield jackfield = Jackfield.start()) {
      Regression regression = new Regression(jackfield);
      CountDownLatch hasBegun = new CountDownLatch(1);
      CompletableFuture<Double> loss =
          CompletableFuture.supplyAsync(() -> {
            double _ = regression.train(1);
            hasBegun.countDown();
            return regression.train(2000);
          });
      hasBegun.await();
      do {
        try (Plugged fast = jackfield.plug("backend.cpu")) {
          assertThat(provider(jackfield)).startsWith(fast.name());
        }
        assertThat(provider(jackfield)).startsWith("backend.cpu.reference");
      } while (!loss.isDone());
      assertThat(loss.join()).isLessThan(1e-9);
      assertThat(regression.line()).containsExactly(new float[] {2, 1}, within(1e-4f));
    } catch (InterruptedException stopped) {
      throw new AssertionError(stopped);
    }
  }

  @Test
  @Tag("thorough")
  @SuppressWarnings("try") // closed early on purpose
  void eachPlatformHasItsOwnBackends() {
    try (Jackfield one = Jackfield.start();
        Jackfield other = Jackfield.start()) {
      Plugged fast = one.plug("backend.cpu");
      assertThat(provider(one)).startsWith("backend.cpu 0");
      assertThat(provider(other)).startsWith("backend.cpu.reference");
      Tensor sum = one.aten().add(one.tensor(new float[] {1}), other.tensor(new float[] {2}));
      one.close();
      assertThat(fast.isPlugged()).isFalse();
      assertThat(HostData.floats(other.aten().add(sum, sum))).containsExactly(6);
    }
  }

  @Test
  @SuppressWarnings("try") // closed early on purpose
  void listenersHearWhatIsPluggedSwappedAndUnplugged() throws IOException {
    List<PlatformEvent> events = new ArrayList<>();
    try (Jackfield jackfield = Jackfield.start()) {
      Jackfield.Listening listening = jackfield.listen(events::add);
      jackfield.listen(_ -> jackfield.close()); // refused and logged
      Plugged fast = jackfield.plug("backend.cpu");
      Path newer = NewerJar.of(backendCpu(), "9.0.0", folder);
      assertThat(jackfield.swap("backend.cpu", newer).version()).isEqualTo("9.0.0");
      fast.close(); // it was swapped: nothing is left to unplug
      assertThat(provider(jackfield)).isEqualTo("backend.cpu 9.0.0");
      assertThat(jackfield.unplug("backend.cpu").action()).isEqualTo(PlugReport.Action.UNPLUGGED);
      listening.close();
      jackfield.plug("backend.cpu");
    }
    assertThat(events)
        .extracting(PlatformEvent::kind)
        .containsExactly(Kind.PLUGGED, Kind.SWAPPED, Kind.UNPLUGGED);
    assertThat(events.get(1).replaced()).contains("backend.cpu");
  }

  @Test
  void eachRegistrationOfAListenerEndsAlone() {
    List<PlatformEvent> events = new ArrayList<>();
    Consumer<PlatformEvent> listener = events::add;
    try (Jackfield jackfield = Jackfield.start();
        Jackfield.Listening _ = jackfield.listen(listener)) {
      Jackfield.Listening second = jackfield.listen(listener);
      second.close();
      second.close();
      jackfield.plug("backend.cpu");
    }
    assertThat(events).hasSize(1);
  }

  @Test
  @SuppressWarnings("try") // closed early on purpose
  void aSwapReturnsTheHandleOfTheReplacement() throws IOException {
    try (Jackfield jackfield = Jackfield.start();
        Plugged fast = jackfield.plug("backend.cpu")) {
      Path newer = NewerJar.of(backendCpu(), "9.0.0", folder);
      try (Plugged newest = jackfield.swap("backend.cpu", newer)) {
        assertThat(newest).hasToString("backend.cpu 9.0.0");
        assertThat(newest.isPlugged()).isTrue();
        assertThat(fast.isPlugged()).isFalse();
        Plugged byName = jackfield.swap(newest.name(), "backend.cpu");
        assertThat(byName.version()).isEqualTo(fast.version());
        assertThat(newest.isPlugged()).isFalse();
        newest.close(); // it was swapped: nothing is left to unplug
        assertThat(provider(jackfield)).isEqualTo(byName.toString());
        byName.close();
        assertThat(byName.isPlugged()).isFalse();
      }
      assertThat(provider(jackfield)).startsWith("backend.cpu.reference");
    }
  }

  @Test
  void aNameThatComesAlongWinsOverAFolderAndAnUnknownNameIsRefused() throws IOException {
    try (Jackfield jackfield = Jackfield.start()) {
      assertThat(Path.of("../backend.cpu")).isDirectory(); // and this test's folder is beside it
      var unknown = catchThrowableOfType(UnknownBundle.class, () -> jackfield.plug("backend.cpx"));
      assertThat(unknown.name()).isEqualTo("backend.cpx");
      assertThat(unknown.available()).contains("backend.cpu", "backend.cpu.reference");
      assertThat(unknown).hasMessageContaining("similar    backend.cpu");
      var directory =
          catchThrowableOfType(PlugFailure.class, () -> jackfield.plug(folder.toString()));
      assertThat(directory.problem()).isEqualTo("it is a folder");
      Path text = Files.writeString(folder.resolve("a.jar"), "no jar");
      var noJar = catchThrowableOfType(PlugFailure.class, () -> jackfield.plug(text.toString()));
      assertThat(noJar.problem()).startsWith("it is no jar");
      var absent = catchThrowableOfType(PlugFailure.class, () -> jackfield.plug("b.jar"));
      assertThat(absent.problem()).isEqualTo("there is no such file");
      jackfield.plug("backend.cpu");
      var twice = catchThrowableOfType(PlugFailure.class, () -> jackfield.plug("backend.cpu"));
      assertThat(twice.problem()).contains("is installed already");
      var beside =
          catchThrowableOfType(
              PlugFailure.class, () -> jackfield.swap("backend.cpu", "backend.cpu.reference"));
      assertThat(beside.problem()).contains("is installed already");
      assertThat(jackfield.plugged().toString()).contains("backend.cpu");
    }
  }

  @Test
  @Tag("thorough")
  void whatWasUnpluggedCanBePluggedAgainByName() {
    try (Jackfield jackfield = Jackfield.start()) {
      jackfield.unplug("feature.autograd");
      var missing = catchThrowableOfType(UnknownBundle.class, jackfield::autograd);
      assertThat(missing.name()).isEqualTo("feature.autograd");
      jackfield.plug("feature.autograd");
      assertThat(new Regression(jackfield).train(300)).isLessThan(1e-2);
    }
  }

  @Test
  void aShapeHasAsManyElementsAsThereAreValues() {
    try (Jackfield jackfield = Jackfield.start()) {
      var wrong =
          catchThrowableOfType(
              ShapeMismatch.class, () -> jackfield.tensor(new float[] {1, 2, 3}, 2));
      assertThat(wrong).hasMessageContaining("there are 3 values");
      assertThat(jackfield.tensor(new float[] {1, 2, 3}).sizes()).containsExactly(3);
    }
  }

  @Test
  void aClosedPlatformRefusesEachRequest() {
    Jackfield jackfield = Jackfield.start();
    Tensor kept = jackfield.tensor(new float[] {1});
    jackfield.close();
    jackfield.close();
    assertThat(jackfield.isClosed()).isTrue();
    assertThat(HostData.floats(kept)).containsExactly(1);
    List<Runnable> requests =
        List.of(
            jackfield::aten,
            jackfield::dispatcher,
            jackfield::autograd,
            jackfield::plugged,
            jackfield::available,
            jackfield::platform,
            jackfield::removedBundles,
            () -> jackfield.tensor(new float[0]),
            () -> jackfield.operator(ADDMM),
            () -> jackfield.table(ADDMM),
            () -> jackfield.plug("backend.cpu"),
            () -> jackfield.unplug("backend.cpu"),
            () -> jackfield.swap("backend.cpu", "backend.cpu"),
            () -> jackfield.swap("backend.cpu", folder),
            () -> jackfield.listen(_ -> {}));
    for (Runnable request : requests) {
      assertThat(catchThrowableOfType(PlatformClosed.class, request::run).action()).isNotEmpty();
    }
  }

  @Test
  void aPlugFolderConfiguresTheTrustGate() throws IOException {
    Path plug = Files.createDirectory(folder.resolve("plug"));
    Files.writeString(plug.resolve("jackfield.trust.cfg"), "policy = enforce\n");
    try (Jackfield jackfield = Jackfield.start(Options.defaults().plugFolder(plug))) {
      Path stranger = NewerJar.of(backendCpu(), "9.0.0", folder);
      var refused =
          catchThrowableOfType(
              jackfield.dispatch.BundleRefused.class, () -> jackfield.plug(stranger.toString()));
      assertThat(refused.action()).isEqualTo("plug");
      jackfield.plug("backend.cpu"); // comes along, so it needs no signature
    }
  }

  @Test
  void aFolderThatCannotBeUsedIsNamed() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    var noFolder =
        catchThrowableOfType(
            StartFailed.class, () -> Jackfield.start(Options.defaults().temporaryFolder(file)));
    assertThat(noFolder.problem()).contains(file.toString());
    var noPlugFolder =
        catchThrowableOfType(
            StartFailed.class,
            () -> Jackfield.start(Options.defaults().temporaryFolder(folder).plugFolder(file)));
    assertThat(noPlugFolder.problem()).contains(file.toString());
    assertThat(folder).isDirectoryNotContaining("glob:**jackfield-*"); // nothing half-started
  }
}
