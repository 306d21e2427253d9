package jackfield.itests.hotplug;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.aten.Aten;
import jackfield.dispatch.DrainVetoed;
import jackfield.dispatch.PlugFailure;
import jackfield.dispatch.Registration;
import jackfield.itests.hotplug.bundle.BundleJar;
import jackfield.itests.hotplug.bundle.HeldBackend;
import jackfield.itests.hotplug.bundle.MarkingBackend;
import jackfield.itests.hotplug.bundle.RestlessBackend;
import jackfield.itests.hotplug.bundle.Stayer;
import jackfield.itests.hotplug.platform.Deadline;
import jackfield.itests.hotplug.platform.InsideFramework;
import jackfield.itests.hotplug.platform.Panel;
import jackfield.itests.hotplug.platform.TestFolder;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Provenance;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import jackfield.spi.Backend;
import jackfield.spi.DrainPolicy;
import jackfield.spi.Platform;
import jackfield.spi.Platform.PlugReport;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import javax.inject.Inject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;

/** The removal of a bundle that threads still execute. */
@InsideFramework(isShared = true)
class DrainIT {
  private static final String MARKING = "test.marking";
  private static final Duration SOON = Duration.ofMillis(50);

  @Inject private BundleContext context;
  private Panel panel; // set before each test, as are the fields below
  private Platform platform;
  private Aten aten;
  private Path folder;
  private Tensor one;

  @BeforeEach
  void plug() throws Exception {
    panel = new Panel(context);
    platform = panel.platform();
    aten = panel.aten();
    folder = TestFolder.named("drain");
    one = HostData.tensor(new float[] {1}, 1);
    plug(MARKING, MarkingBackend.class);
  }

  private void plug(String name, Class<? extends Backend> type) throws Exception {
    platform.plug(BundleJar.named(name).component(Backend.class, type, 50).write(folder));
  }

  @AfterEach
  void close() throws BundleException {
    System.clearProperty(RestlessBackend.STATE);
    panel.close();
  }

  private boolean isMarked() {
    return aten.add(one, one) == one;
  }

  private static <T> CompletableFuture<T> onThread(Supplier<T> work) {
    return CompletableFuture.supplyAsync(work, task -> new Thread(task, "asks").start());
  }

  @Test
  void aVetoLetsTheBundleServeAndNamesWhoIsInside() throws Exception {
    try (Stayer stayer = new Stayer(panel.dispatcher())) {
      assertThat(stayer).isNotNull();
      Panel.State before = panel.state();
      DrainVetoed vetoed =
          catchThrowableOfType(
              DrainVetoed.class, () -> platform.unplug(MARKING, DrainPolicy.veto(SOON)));
      assertThat(vetoed.bundle()).isEqualTo(MARKING);
      assertThat(vetoed.inside()).singleElement().extracting("thread").isEqualTo("who-stays");
      assertThat(vetoed).hasMessageContaining("who-stays");
      assertThat(panel.state()).isEqualTo(before);
      assertThat(isMarked()).isTrue();
    }
    assertThat(platform.unplug(MARKING).action()).isEqualTo(PlugReport.Action.UNPLUGGED);
  }

  @Test
  void aQuarantinedBundleLeavesWhenTheLastCallHasEnded() throws Exception {
    try (Stayer stayer = new Stayer(panel.dispatcher())) {
      assertThat(stayer).isNotNull();
      PlugReport report = platform.unplug(MARKING, DrainPolicy.quarantine(SOON));
      assertThat(report.action()).isEqualTo(PlugReport.Action.QUARANTINED);
      assertThat(isMarked()).isFalse();
      assertThat(panel.bundle(MARKING)).isNotNull();
      assertThat(platform.removals())
          .singleElement()
          .satisfies(removal -> {
            assertThat(removal.state()).isEqualTo(Platform.Removal.State.QUARANTINED);
            assertThat(removal.verdict()).startsWith("resident: thread who-stays is inside");
          });
    }
    Deadline.await("the bundle gone", () -> panel.bundle(MARKING) == null);
    Deadline.await("no bundle being removed", () -> platform.removals().isEmpty());
  }

  @Test
  void aCancellationWhereNobodyIsLeavingSaysSo() {
    assertThatThrownBy(() -> platform.cancelDrain("test.nobody"))
        .isInstanceOf(PlugFailure.class)
        .hasMessageContaining("no bundle is being removed");
  }

  @Test
  void aQuarantinedBundleCanBePutBack() throws Exception {
    try (Stayer stayer = new Stayer(panel.dispatcher())) {
      assertThat(stayer).isNotNull();
      platform.unplug(MARKING, DrainPolicy.quarantine(SOON));
      platform.cancelDrain(MARKING);
      assertThat(isMarked()).isTrue();
    }
    assertThat(platform.removals()).isEmpty();
    assertThat(panel.bundle(MARKING)).isNotNull();
  }

  @Test
  void aPatientDrainWaitsOnUntilItIsCancelled() throws Exception {
    try (Stayer stayer = new Stayer(panel.dispatcher())) {
      assertThat(stayer).isNotNull();
      CompletableFuture<PlugReport> asked =
          onThread(() -> platform.unplug(MARKING, DrainPolicy.waiting()));
      Deadline.await("a drain", () -> !platform.removals().isEmpty());
      assertThatThrownBy(() -> platform.unplug(MARKING))
          .isInstanceOf(PlugFailure.class)
          .hasMessageContaining("it is being removed or updated");
      platform.cancelDrain(MARKING);
      assertThatThrownBy(asked::get)
          .isInstanceOf(ExecutionException.class)
          .hasMessageContaining("cancelled");
      assertThat(isMarked()).isTrue();
    }
  }

  @Test
  void severalBundlesDrainAtATime() throws Exception {
    plug("test.second", MarkingBackend.class);
    try (Stayer stayer = new Stayer(panel.dispatcher())) {
      assertThat(stayer).isNotNull();
      platform.unplug(MARKING, DrainPolicy.quarantine(SOON));
      platform.unplug("test.second", DrainPolicy.quarantine(SOON));
      assertThat(platform.removals())
          .extracting(Platform.Removal::bundle)
          .containsExactly(MARKING, "test.second");
    }
    Deadline.await("both gone", () -> platform.removals().isEmpty());
    assertThat(panel.bundle(MARKING)).isNull();
    assertThat(panel.bundle("test.second")).isNull();
  }

  @Test
  void aKernelThatUnplugsItsOwnBundleDoesNotWaitForItself() throws Exception {
    AtomicReference<PlugReport> report = new AtomicReference<>();
    KernelFunction kernel =
        KernelFunction.boxed((operator, keys, stack) -> report.set(platform.unplug(MARKING)));
    try (Registration registration =
        panel
            .dispatcher()
            .commit(
                Provenance.of("test"),
                changes ->
                    changes
                        .define(OperatorSchema.parse("t::unplug(Tensor x) -> ()"))
                        .kernel(OperatorName.parse("t::unplug"), DispatchKey.CPU, kernel))) {
      assertThat(registration).isNotNull();
      Stack stack = new Stack();
      stack.push(one);
      panel.dispatcher().operator("t::unplug").callBoxed(stack);
    }
    assertThat(report.get().action()).isEqualTo(PlugReport.Action.DRAINING);
    Deadline.await("the bundle gone", () -> panel.bundle(MARKING) == null);
  }

  @Test
  void aBundleThatWaitsForACallOfAnotherIsToldWhose() throws Exception {
    plug("test.held", HeldBackend.class);
    System.setProperty(HeldBackend.STATE, "wait");
    CompletableFuture<Tensor> call = onThread(() -> aten.mul(one, one));
    try {
      Deadline.await("a call", () -> "inside".equals(System.getProperty(HeldBackend.STATE)));
      DrainVetoed vetoed =
          catchThrowableOfType(
              DrainVetoed.class, () -> platform.unplug(MARKING, DrainPolicy.veto(SOON)));
      assertThat(vetoed.inside())
          .singleElement()
          .satisfies(inside -> {
            assertThat(inside.operator()).isEqualTo("aten::mul.Tensor");
            assertThat(inside.bundle()).startsWith("test.held");
          });
    } finally {
      System.clearProperty(HeldBackend.STATE);
    }
    assertThat(call.get(Deadline.SECONDS, TimeUnit.SECONDS)).isSameAs(one);
  }

  @Test
  void aBackendsOwnWorkEndsBeforeItsBundleIsStopped() throws Exception {
    plug("test.restless", RestlessBackend.class);
    System.setProperty(RestlessBackend.STATE, "idle");
    assertThat(platform.unplug("test.restless").action()).isEqualTo(PlugReport.Action.UNPLUGGED);
    assertThat(System.getProperty(RestlessBackend.STATE)).isEqualTo("quiet");
  }

  @Test
  void aBackendThatDoesNotComeToRestIsQuarantinedOrStays() throws Exception {
    plug("test.restless", RestlessBackend.class);
    System.setProperty(RestlessBackend.STATE, "busy");
    assertThatThrownBy(() -> platform.unplug("test.restless", DrainPolicy.veto(SOON)))
        .isInstanceOf(DrainVetoed.class)
        .hasMessageContaining("its own work has not ended");
    assertThat(platform.unplug("test.restless", DrainPolicy.quarantine(SOON)).action())
        .isEqualTo(PlugReport.Action.QUARANTINED);
    System.setProperty(RestlessBackend.STATE, "idle");
    Deadline.await("the bundle gone", () -> panel.bundle("test.restless") == null);
    assertThat(List.of("quiet")).contains(System.getProperty(RestlessBackend.STATE));
  }
}
