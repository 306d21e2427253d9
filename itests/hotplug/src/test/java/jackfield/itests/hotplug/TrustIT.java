package jackfield.itests.hotplug;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.dispatch.BundleRefused;
import jackfield.dispatch.PlugFailure;
import jackfield.spi.Backend;
import jackfield.spi.TrustGate;
import jackfield.spi.TrustGate.Standing;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import javax.inject.Inject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;

/** The gate in the whole platform: its configuration changes while it stands. */
@InsideFramework
class TrustIT {
  @Inject private BundleContext context;
  @Inject private ConfigurationAdmin configurations;
  private Panel panel; // set before each test, as are the others
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

  // An unsigned backend that is only installed: what the gate thinks of it tells the policy.
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
    assertThat(panel.platform().plug(keys.sign(backend(), "acme")).action()).isEqualTo("plugged");
  }

  @Test
  void theDenyListIsStrongerThanAnyPolicy() throws Exception {
    configure(Map.of("policy", "off", "deny", "test.probe, test.backend;version=\"[1.0,2.0)\""));
    awaitStanding(probe(), Standing.REFUSED);
    assertThat(refusal(backend()).problem()).contains("deny-list", "[1.0.0,2.0.0)");
  }

  @Test
  void thePlatformDoesNotUnplugItsGate() throws Exception {
    assertThatThrownBy(() -> panel.platform().unplug("trust"))
        .isInstanceOf(PlugFailure.class)
        .hasMessageContaining("core");
  }
}
