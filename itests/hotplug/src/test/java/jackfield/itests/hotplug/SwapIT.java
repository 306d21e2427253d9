package jackfield.itests.hotplug;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.dispatch.PlugFailure;
import jackfield.error.JackfieldException;
import jackfield.itests.hotplug.bundle.BundleJar;
import jackfield.itests.hotplug.bundle.MarkingBackend;
import jackfield.itests.hotplug.bundle.ThrowingBackend;
import jackfield.itests.hotplug.bundle.UnmakeableBackend;
import jackfield.itests.hotplug.platform.Caller;
import jackfield.itests.hotplug.platform.Distribution;
import jackfield.itests.hotplug.platform.InsideFramework;
import jackfield.itests.hotplug.platform.KnownSums;
import jackfield.itests.hotplug.platform.Panel;
import jackfield.itests.hotplug.platform.Quiet;
import jackfield.itests.hotplug.platform.TestFolder;
import jackfield.report.PlugEvent;
import jackfield.spi.Backend;
import jackfield.spi.Feature;
import jackfield.spi.Platform;
import jackfield.spi.PlugSteps;
import jackfield.spi.SwapReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.inject.Inject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.ServiceRegistration;

/**
 * One bundle replaces another while other threads compute; or the swap fails, and nothing changes.
 */
@InsideFramework(isShared = true)
class SwapIT {
  private static final String BACKEND = "backend.cpu";
  private static final String NEXT = "9.1.0";

  @Inject private BundleContext context;
  private Panel panel; // set before each test, as are the fields below
  private Platform platform;
  private Path folder;
  private Path present;
  private Path next;

  @BeforeEach
  void plug() throws Exception {
    panel = new Panel(context);
    platform = panel.platform();
    folder = TestFolder.named("swap");
    present = BundleJar.copyOf(Distribution.backend(BACKEND)).write(folder);
    next = version(NEXT);
    platform.plug(present);
  }

  @AfterEach
  void close() throws BundleException {
    panel.close();
  }

  private Path version(String version) throws IOException {
    return BundleJar.copyOf(Distribution.backend(BACKEND))
        .header("Bundle-Version", version)
        .write(folder);
  }

  private List<String> versions() {
    return Arrays.stream(context.getBundles())
        .filter(bundle -> bundle.getSymbolicName().equals("jackfield." + BACKEND))
        .map(bundle -> bundle.getVersion().toString())
        .toList();
  }

  @Test
  void theNextVersionServesAndTheFormerHasGoneWithoutACallThatFailed() throws Exception {
    KnownSums sums = new KnownSums(panel.aten());
    List<Caller> callers = Caller.two(sums::check);
    SwapReport report;
    try (Caller first = callers.getFirst();
        Caller second = callers.getLast()) {
      first.awaitWholeRound();
      report = platform.swap(BACKEND, next);
      first.awaitWholeRound();
      second.awaitWholeRound();
    }
    assertThat(versions()).containsExactly(NEXT);
    assertThat(report.version()).isEqualTo(NEXT);
    assertThat(report.phases())
        .extracting(SwapReport.Phase::name)
        .containsExactly("start", "check", "warm-up", "commit", "drain", "gone");
    assertThat(report.phases().get(1).text())
        .matches("(\\d+) of \\1 operators agree(; \\d+ were not compared)?");
    List<PlugEvent> history = panel.dispatcher().history().subList(0, 2);
    assertThat(history).extracting(PlugEvent::generation).containsOnly(report.generation());
    assertThat(history).extracting(PlugEvent::isPlugged).containsExactly(true, false);
  }

  @Test
  @Tag("thorough")
  void aSwapTakesLittleTime() {
    List<Long> nanos = new ArrayList<>();
    for (int round = 0; round < 11; round++) {
      nanos.add(platform.swap(BACKEND, round % 2 == 0 ? next : present).nanos());
    }
    nanos.sort(null);
    System.out.printf(
        "swap: median %.1f ms, most %.1f ms%n", nanos.get(5) / 1e6, nanos.getLast() / 1e6);
    assertThat(versions()).containsExactly(NEXT);
    assertThat(nanos.get(5)).isLessThan(5_000_000_000L);
  }

  private PlugFailure refusal(Path replacement) throws InterruptedException {
    Panel.State before = panel.state();
    PlugFailure failure =
        catchThrowableOfType(PlugFailure.class, () -> platform.swap(BACKEND, replacement));
    assertThat(failure).isNotNull();
    assertThat(failure.action()).isEqualTo("swap");
    assertThat(panel.state()).isEqualTo(before);
    new KnownSums(panel.aten()).check();
    return failure;
  }

  private Path backend(Class<? extends Backend> type) throws IOException {
    return BundleJar.named("test.refused").component(Backend.class, type, 50).write(folder);
  }

  @Test
  void aBackendThatAnswersOtherwiseNeverServes() throws Exception {
    PlugFailure failure = refusal(backend(MarkingBackend.class));
    assertThat(failure.step()).isEqualTo("check");
    assertThat(failure.problem()).contains("aten::add.Tensor gives other values");
  }

  @Test
  void aBackendThatThrowsWhileItRegistersNeverServes() throws Exception {
    PlugFailure failure = refusal(backend(ThrowingBackend.class));
    assertThat(failure.step()).isEqualTo("check");
    assertThat(failure.problem()).contains("no such card");
  }

  @Test
  void aBackendThatCannotBeMadeNeverServes() throws Exception {
    PlugFailure failure = refusal(backend(UnmakeableBackend.class));
    assertThat(failure.step()).isEqualTo("start");
    assertThat(failure.problem()).contains("no driver");
  }

  @Test
  void aBundleThatDoesNotResolveNeverServes() throws Exception {
    Path jar = BundleJar.named("test.refused").header("Import-Package", "no.such").write(folder);
    assertThat(refusal(jar).step()).isEqualTo("start");
  }

  @Test
  @Tag("thorough")
  void whicheverStepFailsTheStateIsThatBeforeOrThatAfter() throws Exception {
    List<String> undone = new ArrayList<>();
    for (PlugSteps.Step step : PlugSteps.Step.values()) {
      Path replacement = versions().contains(NEXT) ? present : next;
      List<String> before = versions();
      Panel.State state = panel.state();
      List<Caller> callers = Caller.two(new KnownSums(panel.aten())::check);
      try (Caller first = callers.getFirst();
          Caller second = callers.getLast()) {
        if (!swapFailingAt(step, replacement)) {
          undone.add(step.name());
          assertThat(panel.state()).as("after %s", step).isEqualTo(state);
        } else {
          assertThat(versions()).as("after %s", step).hasSize(1).isNotEqualTo(before);
        }
        first.awaitWholeRound();
        second.awaitWholeRound();
      }
    }
    assertThat(undone).containsExactly("INSTALL", "START", "CHECK", "COMMIT", "DRAIN");
  }

  /** Returns whether the swap completed although a step of it failed. */
  private boolean swapFailingAt(PlugSteps.Step failing, Path replacement) {
    PlugSteps steps =
        (step, bundle) -> {
          if (step == failing) {
            throw new IllegalStateException("killed at " + step);
          }
        };
    ServiceRegistration<PlugSteps> hook = context.registerService(PlugSteps.class, steps, null);
    try {
      platform.swap(BACKEND, replacement);
      return true;
    } catch (JackfieldException refused) {
      assertThat(refused).hasMessageContaining("killed at " + failing);
      return false;
    } finally {
      hook.unregister();
    }
  }

  @Test
  void twoVersionsStandSideBySideAndEachIsPulledByItsVersion() throws Exception {
    platform.plug(next);
    assertThat(versions()).hasSize(2);
    platform.unplug(BACKEND + ":" + NEXT);
    assertThat(versions()).hasSize(1).doesNotContain(NEXT);
    new KnownSums(panel.aten()).check();
  }

  @Test
  void severalBundlesAppearAsOneGenerationOrNotAtAll() throws Exception {
    Path one = BundleJar.named("test.one").component(Feature.class, Quiet.class, 0).write(folder);
    Path two =
        BundleJar.named("test.two")
            .component(Backend.class, MarkingBackend.class, 50)
            .write(folder);
    long before = panel.dispatcher().generation();
    platform.plug(List.of(one, two));
    assertThat(panel.dispatcher().generation()).isEqualTo(before + 1);
    platform.unplug("test.one");
    platform.unplug("test.two");
    Panel.State state = panel.state();
    PlugFailure failure =
        catchThrowableOfType(
            PlugFailure.class, () -> platform.plug(List.of(one, backend(ThrowingBackend.class))));
    assertThat(failure.problem()).contains("no such card");
    assertThat(failure.step()).isEqualTo("commit");
    assertThat(panel.state()).isEqualTo(state);
  }

  @Test
  void anUpdateInPlaceLeavesNoGapToCallers() throws Exception {
    List<Caller> callers = Caller.two(new KnownSums(panel.aten())::check);
    Bundle updated = panel.bundle(BACKEND);
    try (Caller first = callers.getFirst();
        Caller second = callers.getLast()) {
      for (int round = 0; round < 5; round++) {
        platform.update(BACKEND, round % 2 == 0 ? next : present);
        first.awaitWholeRound();
        second.awaitWholeRound();
      }
    }
    assertThat(versions()).containsExactly(NEXT);
    assertThat(panel.bundle(BACKEND).getBundleId()).isEqualTo(updated.getBundleId());
  }

  @Test
  void anUpdateThatFailsInTheEndPutsTheFormerContentBack() throws Exception {
    List<String> before = versions();
    PlugSteps steps =
        (step, bundle) -> {
          if (step == PlugSteps.Step.UPDATE) {
            throw new IllegalStateException("killed at " + step);
          }
        };
    ServiceRegistration<PlugSteps> hook = context.registerService(PlugSteps.class, steps, null);
    PlugFailure failure =
        catchThrowableOfType(PlugFailure.class, () -> platform.update(BACKEND, next));
    hook.unregister();
    assertThat(failure.step()).isEqualTo("update");
    assertThat(versions()).isEqualTo(before);
    assertThat(panel.bundle(BACKEND).getState()).isEqualTo(Bundle.ACTIVE);
    new KnownSums(panel.aten()).check();
  }
}
