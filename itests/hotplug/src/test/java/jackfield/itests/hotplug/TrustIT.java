package jackfield.itests.hotplug;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.dispatch.BundleRefused;
import jackfield.dispatch.PlugFailure;
import jackfield.itests.hotplug.bundle.BundleJar;
import jackfield.itests.hotplug.bundle.MarkingBackend;
import jackfield.itests.hotplug.platform.Deadline;
import jackfield.itests.hotplug.platform.InsideFramework;
import jackfield.itests.hotplug.platform.Panel;
import jackfield.itests.hotplug.platform.SigningKeys;
import jackfield.itests.hotplug.platform.TestFolder;
import jackfield.spi.Backend;
import jackfield.spi.ChangePolicy;
import jackfield.spi.Platform.PlugReport;
import jackfield.spi.PlugSteps;
import jackfield.spi.TrustGate;
import jackfield.spi.TrustGate.Standing;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.inject.Inject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;

/** The gate in the complete platform, while its configuration changes. */
@InsideFramework
class TrustIT {
  @Inject private BundleContext context;
  @Inject private ConfigurationAdmin configurations;
  private Panel panel; // set before each test, as are the other fields
  private Path folder;
  private Configuration configuration;

  @BeforeEach
  void open() throws Exception {
    panel = new Panel(context);
    folder = TestFolder.named("trust");
    configuration = configurations.getConfiguration("jackfield.trust", "?");
  }

  @AfterEach
  void close() throws Exception {
    panel.close();
    configuration.delete();
    awaitStanding(probe(), Standing.TOLERATED);
  }

  private void configure(Map<String, Object> settings) throws IOException {
    configuration.update(FrameworkUtil.asDictionary(settings));
  }

  // Returns the gate's opinion of an unsigned backend that is only installed, which shows the
  // policy.
  private long probe() throws Exception {
    Path jar =
        BundleJar.named("test.probe")
            .component(Backend.class, MarkingBackend.class, 0)
            .write(folder);
    return context.installBundle(jar.toUri().toString()).getBundleId();
  }

  private void awaitStanding(long bundle, Standing standing) throws Exception {
    TrustGate gate = panel.service(TrustGate.class);
    Deadline.await(
        "the gate finds it " + standing, () -> gate.judge(bundle).standing() == standing);
    context.getBundle(bundle).uninstall();
  }

  private Path backend() throws IOException {
    return BundleJar.named("test.backend")
        .component(Backend.class, MarkingBackend.class, 50)
        .write(folder);
  }

  private BundleRefused refusal(Path jar) throws InterruptedException {
    Panel.State before = panel.state();
    BundleRefused refused =
        catchThrowableOfType(BundleRefused.class, () -> panel.platform().plug(jar));
    assertThat(refused).isNotNull();
    assertThat(refused)
        .hasMessageContainingAll(
            jar.toString(),
            "test.backend 1.0.0",
            refused.problem(),
            refused.available(),
            refused.remedy());
    assertThat(panel.state()).isEqualTo(before);
    return refused;
  }

  @Test
  void withoutConfigurationAnUnsignedBackendIsLetIn() throws Exception {
    panel.platform().plug(backend());
    assertThat(panel.service(TrustGate.class).judge(panel.bundle("test.backend").getBundleId()))
        .satisfies(judgement -> assertThat(judgement.standing()).isEqualTo(Standing.TOLERATED));
  }

  @Test
  void aPolicyThatIsSetWhileItRunsHoldsForTheNextPlug() throws Exception {
    configure(Map.of("policy", "enforce"));
    awaitStanding(probe(), Standing.REFUSED);
    BundleRefused refused = refusal(backend());
    assertThat(refused.problem()).contains("not signed");
    assertThat(refused.available()).contains("no trust store");
    configure(Map.of("policy", "off"));
    awaitStanding(probe(), Standing.UNCHECKED);
    assertThat(panel.platform().plug(backend()).bundle()).isEqualTo("test.backend");
  }

  @Test
  void aTrustStoreMeansThatOnlyItsSignersAreLetIn() throws Exception {
    SigningKeys keys = new SigningKeys(folder).make("acme").make("other");
    configure(Map.of("truststore", keys.certificate("acme").toString()));
    awaitStanding(probe(), Standing.REFUSED);
    BundleRefused refused = refusal(keys.sign(backend(), "other"));
    assertThat(refused.signer()).isEqualTo("other");
    assertThat(refused.fingerprint()).matches("[0-9a-f]{16}");
    assertThat(panel.platform().plug(keys.sign(backend(), "acme")).action())
        .isEqualTo(PlugReport.Action.PLUGGED);
  }

  @Test
  void theDenyListIsStrongerThanAnyPolicy() throws Exception {
    configure(Map.of("policy", "off", "deny", "test.probe, test.backend;version=\"[1.0,2.0)\""));
    awaitStanding(probe(), Standing.REFUSED);
    assertThat(refusal(backend()).problem()).contains("deny-list", "[1.0.0,2.0.0)");
  }

  @Test
  void aConfigurationThatCannotBeFollowedShutsTheGateBeforeTheCallThatMakesItReturns()
      throws Exception {
    TrustGate gate = panel.service(TrustGate.class);
    long probe = probe();
    for (Map<String, Object> fault :
        List.<Map<String, Object>>of(
            Map.of("policy", "off", "trustore", "trusted.pem"),
            Map.of("policy", "offf"),
            Map.of("policy", false),
            Map.of("policy", "off", "truststore", folder.resolve("absent.pem").toString()))) {
      configure(fault);
      assertThat(gate.judge(probe).standing()).as(fault.toString()).isEqualTo(Standing.REFUSED);
      assertThat(refusal(backend()).problem()).startsWith("the gate is shut, ");
      configure(Map.of("policy", "off"));
      assertThat(gate.judge(probe).standing()).isEqualTo(Standing.UNCHECKED);
    }
    context.getBundle(probe).uninstall();
  }

  @Test
  @Tag("thorough")
  void anUpdateThatIsRolledBackKeepsTheSignatureOfTheFormerContent() throws Exception {
    SigningKeys keys = new SigningKeys(folder).make("acme");
    configure(Map.of("truststore", keys.certificate("acme").toString()));
    TrustGate gate = panel.service(TrustGate.class);
    panel.platform().plug(keys.sign(signed("1.0.0"), "acme"));
    Bundle bundle = panel.bundle("test.backend");
    Path next = keys.sign(signed("1.1.0"), "acme");
    PlugSteps steps =
        (step, who) -> {
          if (step == PlugSteps.Step.UPDATE) {
            throw new IllegalStateException("killed at " + step);
          }
        };
    ServiceRegistration<PlugSteps> hook = context.registerService(PlugSteps.class, steps, null);
    PlugFailure failure =
        catchThrowableOfType(
            PlugFailure.class,
            () -> panel.platform().update("test.backend", next, ChangePolicy.ACCEPT));
    hook.unregister();
    assertThat(failure.problem()).contains("killed at UPDATE");
    assertThat(bundle.getState()).isEqualTo(Bundle.ACTIVE);
    assertThat(gate.judge(bundle.getBundleId()).standing()).isEqualTo(Standing.TRUSTED);
    assertThat(panel.platform().update("test.backend", next, ChangePolicy.ACCEPT).bundle())
        .isEqualTo("test.backend");
    assertThat(panel.title("test.backend")).isEqualTo("test.backend 1.1.0");
    assertThat(gate.judge(bundle.getBundleId()).standing()).isEqualTo(Standing.TRUSTED);
  }

  private Path signed(String version) throws IOException {
    return BundleJar.named("test.backend")
        .header("Bundle-Version", version)
        .component(Backend.class, MarkingBackend.class, 50)
        .writeFolded(folder);
  }

  @Test
  void thePlatformDoesNotUnplugItsGate() throws Exception {
    assertThatThrownBy(() -> panel.platform().unplug("trust"))
        .isInstanceOf(PlugFailure.class)
        .hasMessageContaining("core");
  }
}
