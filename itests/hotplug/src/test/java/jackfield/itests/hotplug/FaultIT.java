package jackfield.itests.hotplug;

import static jackfield.spi.PlugSteps.Step.CHECK;
import static jackfield.spi.PlugSteps.Step.COMMIT;
import static jackfield.spi.PlugSteps.Step.DRAIN;
import static jackfield.spi.PlugSteps.Step.INSTALL;
import static jackfield.spi.PlugSteps.Step.QUIESCE;
import static jackfield.spi.PlugSteps.Step.START;
import static jackfield.spi.PlugSteps.Step.STOP;
import static jackfield.spi.PlugSteps.Step.UNINSTALL;
import static jackfield.spi.PlugSteps.Step.UPDATE;
import static org.assertj.core.api.Assertions.assertThat;

import jackfield.dispatch.PlugFailure;
import jackfield.itests.hotplug.bundle.AddingBackend;
import jackfield.itests.hotplug.bundle.BundleJar;
import jackfield.itests.hotplug.platform.Caller;
import jackfield.itests.hotplug.platform.Deadline;
import jackfield.itests.hotplug.platform.Fault;
import jackfield.itests.hotplug.platform.Fault.Sort;
import jackfield.itests.hotplug.platform.InsideFramework;
import jackfield.itests.hotplug.platform.KnownSums;
import jackfield.itests.hotplug.platform.Messages;
import jackfield.itests.hotplug.platform.Panel;
import jackfield.itests.hotplug.platform.TestFolder;
import jackfield.report.TableReport;
import jackfield.spi.Backend;
import jackfield.spi.Platform;
import jackfield.spi.PlugSteps.Step;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.inject.Inject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;

/**
 * Fails and delays every step of every request while other threads compute. A failure before the
 * point of no return leaves everything as it was; a later failure is reported, and the request
 * completes.
 */
@InsideFramework
class FaultIT {
  private static final String BACKEND = "test.adding";

  @Inject private BundleContext context;
  private Panel panel; // set before each test, as are the fields below
  private Platform platform;
  private Path one;
  private Path two;

  /**
   * A request to the platform.
   *
   * @param isPlugged whether the backend is plugged before
   */
  private record Request(boolean isPlugged, Runnable work) {}

  /** The state of the platform, without bundle ids. */
  private record Found(List<String> bundles, Map<String, List<TableReport.Row>> tables) {}

  @BeforeEach
  void open() throws Exception {
    panel = new Panel(context);
    platform = panel.platform();
    Path folder = TestFolder.named("fault");
    one = version(folder, "1.0.0");
    two = version(folder, "2.0.0");
  }

  private static Path version(Path folder, String version) throws IOException {
    return BundleJar.named(BACKEND)
        .header("Bundle-Version", version)
        .component(Backend.class, AddingBackend.class, 50)
        .write(folder);
  }

  @AfterEach
  void close() throws BundleException {
    panel.close();
  }

  private Request plug() {
    return new Request(false, () -> platform.plug(one));
  }

  private Request unplug() {
    return new Request(true, () -> platform.unplug(BACKEND));
  }

  private Request swap() {
    return new Request(true, () -> platform.swap(BACKEND, two));
  }

  private Request update() {
    return new Request(true, () -> platform.update(BACKEND, two));
  }

  private void prepare(Request request) throws BundleException {
    panel.close();
    if (request.isPlugged()) {
      platform.plug(one);
    }
  }

  private Found found() throws InterruptedException {
    List<String> bundles =
        Arrays.stream(context.getBundles())
            .map(bundle ->
                "%s %s, state %d"
                    .formatted(bundle.getSymbolicName(), bundle.getVersion(), bundle.getState()))
            .toList();
    return new Found(bundles, panel.tables());
  }

  private List<Caller> callers() throws InterruptedException {
    return Caller.two(new KnownSums(panel.aten())::check);
  }

  /** Returns the steps of the request, and the state after it, without a fault. */
  private Map.Entry<List<Step>, Found> undisturbed(Request request) throws Exception {
    prepare(request);
    try (Fault none = Fault.none(context)) {
      request.work().run();
      return Map.entry(none.steps(), found());
    }
  }

  /** Fails each step in turn and returns the steps after whose failure the request was undone. */
  private List<Step> failEach(Request request, Step... expected) throws Exception {
    var undisturbed = undisturbed(request);
    assertThat(undisturbed.getKey()).containsExactly(expected);
    List<Step> undone = new ArrayList<>();
    for (int number = 0; number < expected.length; number++) {
      prepare(request);
      Panel.State before = panel.state();
      List<Caller> callers = callers();
      try (Caller first = callers.getFirst();
          Caller second = callers.getLast()) {
        if (isUndone(request, number, expected[number])) {
          undone.add(expected[number]);
          assertThat(panel.state()).as("before and after %s", expected[number]).isEqualTo(before);
        } else {
          assertThat(found())
              .as("done in spite of %s", expected[number])
              .isEqualTo(undisturbed.getValue());
        }
        first.awaitWholeRound();
        second.awaitWholeRound();
      }
    }
    return undone;
  }

  /** Returns whether the request was undone; the reason must be reported in any case. */
  private boolean isUndone(Request request, int number, Step step) {
    String reason = "killed at " + step;
    try (Fault fault = new Fault(context, Sort.FAIL, number);
        Messages messages = new Messages("jackfield.dispatcher.impl")) {
      request.work().run();
      assertThat(fault.steps()).hasSizeGreaterThan(number);
      assertThat(messages.texts()).as("reason").anyMatch(text -> text.contains(reason));
      return false;
    } catch (PlugFailure refused) {
      assertThat(refused.problem()).contains(reason);
      assertThat(refused.step()).isNotEmpty();
      return true;
    }
  }

  /** Delays each step in turn until calls have begun and ended meanwhile. */
  private void delayEach(Request request) throws Exception {
    var undisturbed = undisturbed(request);
    List<Step> steps = undisturbed.getKey();
    for (int number = 0; number < steps.size(); number++) {
      prepare(request);
      List<Caller> callers = callers();
      try (Caller first = callers.getFirst();
          Caller second = callers.getLast();
          Fault fault = new Fault(context, Sort.DELAY, number)) {
        CompletableFuture<Void> asked =
            CompletableFuture.runAsync(request.work(), task -> new Thread(task, "asks").start());
        fault.awaitReached();
        first.awaitWholeRound();
        second.awaitWholeRound();
        assertThat(asked).as("held up before %s", steps.get(number)).isNotDone();
        fault.goOn();
        asked.get(Deadline.SECONDS, TimeUnit.SECONDS);
        first.awaitWholeRound();
      }
      assertThat(found()).as("after %s", steps.get(number)).isEqualTo(undisturbed.getValue());
    }
  }

  @Test
  void aPlugThatFailsAtAnyStepLeavesNoTrace() throws Exception {
    assertThat(failEach(plug(), INSTALL, START, CHECK, COMMIT))
        .containsExactly(INSTALL, START, CHECK, COMMIT);
  }

  @Test
  @Tag("thorough")
  void anUnplugThatFailsBeforeTheDrainEndsIsUndone() throws Exception {
    assertThat(failEach(unplug(), COMMIT, DRAIN, QUIESCE, STOP, UNINSTALL))
        .containsExactly(COMMIT, DRAIN);
  }

  @Test
  @Tag("thorough")
  void aSwapThatFailsBeforeTheDrainEndsIsUndone() throws Exception {
    assertThat(failEach(swap(), INSTALL, START, CHECK, COMMIT, DRAIN, QUIESCE, STOP, UNINSTALL))
        .containsExactly(INSTALL, START, CHECK, COMMIT, DRAIN);
  }

  @Test
  @Tag("thorough")
  void anUpdateThatFailsIsUndoneEvenWhenTheFormerContentHasGone() throws Exception {
    assertThat(
            failEach(
                update(), INSTALL, START, CHECK, COMMIT, DRAIN, QUIESCE, STOP, UPDATE, START,
                COMMIT))
        .containsExactly(INSTALL, START, CHECK, COMMIT, DRAIN, UPDATE, START, COMMIT);
  }

  @Test
  @Tag("thorough")
  void callsAreServedWhileAPlugIsHeldUp() throws Exception {
    delayEach(plug());
  }

  @Test
  @Tag("thorough")
  void callsAreServedWhileAnUnplugIsHeldUp() throws Exception {
    delayEach(unplug());
  }

  @Test
  @Tag("thorough")
  void callsAreServedWhileASwapIsHeldUp() throws Exception {
    delayEach(swap());
  }

  @Test
  @Tag("thorough")
  void callsAreServedWhileAnUpdateIsHeldUp() throws Exception {
    delayEach(update());
  }
}
