package jackfield.itests.hotplug;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.Aten;
import jackfield.itests.hotplug.bundle.BundleJar;
import jackfield.itests.hotplug.bundle.FailingBackend;
import jackfield.itests.hotplug.platform.Configured;
import jackfield.itests.hotplug.platform.Deadline;
import jackfield.itests.hotplug.platform.InsideFramework;
import jackfield.itests.hotplug.platform.Panel;
import jackfield.itests.hotplug.platform.TestFolder;
import jackfield.report.PlugEvent;
import jackfield.spi.Backend;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.Map;
import javax.inject.Inject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;

/** The circuit breaker follows its configuration. */
@Tag("thorough")
@InsideFramework
class BreakerIT {
  private static final String FAILING = "test.failing";

  @Inject private BundleContext context;
  private Panel panel; // set before each test, as are the fields below
  private Aten aten;
  private Tensor one;

  @BeforeEach
  void plug() throws Exception {
    panel = new Panel(context);
    aten = panel.aten();
    one = HostData.tensor(new float[] {1}, 1);
    panel
        .platform()
        .plug(
            BundleJar.named(FAILING)
                .component(Backend.class, FailingBackend.class, 50)
                .write(TestFolder.named("breaker")));
  }

  @AfterEach
  void close() throws BundleException {
    panel.close();
  }

  private void fail(int times) throws InterruptedException {
    for (int i = 0; i < times; i++) {
      assertThatThrownBy(() -> aten.add(one, one)).hasMessageContaining("come loose");
    }
    assertThat(servedBy()).startsWith(FAILING);
  }

  private String servedBy() throws InterruptedException {
    return panel.row(Aten.ADD_TENSOR).servedBy();
  }

  private void failAndAwaitTheCut() throws InterruptedException {
    assertThatThrownBy(() -> aten.add(one, one)).hasMessageContaining("come loose");
    var dispatcher = panel.dispatcher();
    Deadline.await(
        "the cut", () -> dispatcher.history().getFirst().kind() == PlugEvent.Kind.CUT_OFF);
    assertThat(servedBy()).startsWith("backend.cpu.reference");
    assertThat(HostData.floats(aten.add(one, one))).containsExactly(2);
  }

  @Test
  void nobodyIsCutOffWhereNothingIsConfigured() throws Exception {
    fail(20);
  }

  @Test
  void whoFailsTooOftenIsCutOffAndServesAgainWhenItComesAnew() throws Exception {
    try (Configured two = breaker(2)) {
      assertThat(two).isNotNull();
      fail(1);
      failAndAwaitTheCut();
      assertThat(panel.bundle(FAILING)).isNotNull();
      panel.bundle(FAILING).stop();
      panel.bundle(FAILING).start();
      fail(1);
    }
  }

  @Test
  void aConfigurationThatChangesOrGoesIsFollowed() throws Exception {
    try (Configured configured = breaker(2)) {
      fail(1);
      configured.change(Map.of("failures", 4, "within.seconds", 600));
      fail(3);
      configured.change(Map.of("failures", 0));
      fail(5);
      configured.change(Map.of("failures", 3));
      fail(2);
    }
    fail(20);
    try (Configured one = breaker(1)) {
      assertThat(one).isNotNull();
      failAndAwaitTheCut();
    }
  }

  private Configured breaker(int failures) {
    return new Configured(context, "jackfield.breaker", Map.of("failures", failures));
  }
}
