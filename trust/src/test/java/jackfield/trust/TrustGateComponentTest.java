package jackfield.trust;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.spi.TrustGate.Judgement;
import jackfield.spi.TrustGate.Standing;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.apache.felix.framework.FrameworkFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.hooks.resolver.ResolverHookFactory;
import org.osgi.framework.launch.Framework;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.service.cm.SynchronousConfigurationListener;

/** The gate with a real Configuration Admin; none of its calls blocks here. */
class TrustGateComponentTest {
  @TempDir private Path folder;
  private Framework framework; // set before each test, as are the others
  private TrustGateComponent gate;
  private ConfigurationAdmin configurations;
  private Bundle probe;

  @BeforeEach
  void start() throws Exception {
    framework =
        new FrameworkFactory()
            .newFramework(
                Map.of(
                    "org.osgi.framework.storage",
                    folder.resolve("store").toString(),
                    "org.osgi.framework.system.packages.extra",
                    "jackfield.spi,org.osgi.service.cm;version=1.6.0"));
    framework.start();
    context().installBundle(jarOf(ConfigurationAdmin.class)).start();
    configurations = context().getService(context().getServiceReference(ConfigurationAdmin.class));
    gate = new TrustGateComponent(context());
    context().registerService(ResolverHookFactory.class, gate, null);
    context().registerService(SynchronousConfigurationListener.class, gate, null);
    probe = context().installBundle(TestJar.backend("acme.probe").write(folder).toUri().toString());
  }

  @AfterEach
  void stop() throws Exception {
    gate.deactivate();
    framework.stop();
    framework.waitForStop(10_000);
  }

  private BundleContext context() {
    return framework.getBundleContext();
  }

  private static String jarOf(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation().toString();
  }

  private Configuration configure(Map<String, ?> settings) throws Exception {
    Configuration own = configurations.getConfiguration(GateConfigurations.PID, "?");
    own.update(FrameworkUtil.asDictionary(settings));
    return own;
  }

  private Configuration faults(String pid, String fault) throws Exception {
    Configuration faults = configurations.getConfiguration(GateConfigurations.FAULTS, "?");
    Map<String, Object> told =
        Map.of("pids", new String[] {"other", pid}, "faults", new String[] {"no matter", fault});
    faults.update(FrameworkUtil.asDictionary(told));
    return faults;
  }

  private void assertShut(String... why) {
    Judgement judgement = gate.judge(probe.getBundleId());
    assertThat(judgement.standing()).isEqualTo(Standing.REFUSED);
    assertThat(judgement.found()).contains("the gate is shut").contains(why);
    assertThat(framework.adapt(org.osgi.framework.wiring.FrameworkWiring.class))
        .satisfies(wiring -> assertThat(wiring.resolveBundles(Arrays.asList(probe))).isFalse());
  }

  private void assertStanding(Standing standing) {
    assertThat(gate.judge(probe.getBundleId()).standing()).isEqualTo(standing);
  }

  @Test
  void itIsShutUntilThereIsAConfigurationAdmin() {
    assertShut("no Configuration Admin");
    gate.bind(configurations);
    assertStanding(Standing.TOLERATED);
    gate.unbind(configurations);
    assertStanding(Standing.TOLERATED);
  }

  @Test
  void anEarlierConfigurationIsFollowed() throws Exception {
    configure(Map.of("policy", "off"));
    gate.bind(configurations);
    assertStanding(Standing.UNCHECKED);
  }

  @Test
  void anEarlierFaultShutsIt() throws Exception {
    configure(Map.of("policy", "off"));
    faults(GateConfigurations.PID, "jackfield.trust.cfg: line 2");
    gate.bind(configurations);
    assertShut("jackfield.trust.cfg: line 2");
  }

  @Test
  void aChangeHoldsWhenTheCallThatMakesItReturns() throws Exception {
    gate.bind(configurations);
    Configuration own = configure(Map.of("policy", "enforce"));
    assertStanding(Standing.REFUSED);
    configure(Map.of("policy", "off"));
    assertStanding(Standing.UNCHECKED);
    configure(Map.of("policy", "off", "trustore", "x"));
    assertShut("unknown key 'trustore'");
    own.delete();
    assertStanding(Standing.TOLERATED);
  }

  @Test
  void aFaultShutsItUnderAnyConfiguration() throws Exception {
    gate.bind(configurations);
    configure(Map.of("policy", "off"));
    Configuration faults = faults(GateConfigurations.PID, "jackfield.trust.json: line 1");
    assertShut("jackfield.trust.json: line 1");
    configure(Map.of("policy", "warn"));
    assertShut("jackfield.trust.json: line 1");
    faults.delete();
    assertStanding(Standing.TOLERATED);
  }

  private void assertDenied() {
    assertThat(gate.judge(probe.getBundleId()).found()).contains("the deny-list names it");
  }

  @Test
  void aFaultDoesNotOpenTheDenyList() throws Exception {
    String name = probe.getSymbolicName();
    configure(Map.of("policy", "off", "deny", name, "polcy", "warn"));
    faults(GateConfigurations.PID, "jackfield.trust.cfg: line 1");
    gate.bind(configurations);
    assertDenied();
    configure(Map.of("policy", "off", "denny", name));
    assertDenied();
    configurations.getConfiguration(GateConfigurations.FAULTS, "?").delete();
    assertDenied();
    configure(Map.of("policy", "off"));
    assertStanding(Standing.UNCHECKED);
  }

  @Test
  void aFolderThatCannotBeReadShutsItAndTheFaultOfAnotherDoesNot() throws Exception {
    gate.bind(configurations);
    faults("jackfield.verdict", "jackfield.verdict.cfg: line 1");
    assertStanding(Standing.TOLERATED);
    faults("*", "the folder is gone");
    assertShut("the folder is gone");
  }

  @Test
  void aSecondConfigurationShutsIt() throws Exception {
    gate.bind(configurations);
    Configuration another =
        configurations.getFactoryConfiguration(GateConfigurations.PID, "open", "?");
    another.update(FrameworkUtil.asDictionary(Map.of("policy", "off")));
    assertShut("factory");
    configure(Map.of("policy", "enforce"));
    assertShut("2 configurations");
    another.delete();
    assertThat(gate.judge(probe.getBundleId()).found()).contains("not signed");
  }

  @Test
  void aConfigurationThatIsBoundToAnotherBundleIsFollowed() throws Exception {
    gate.bind(configurations);
    configurations
        .getConfiguration(GateConfigurations.PID, "file:/elsewhere.jar")
        .update(FrameworkUtil.asDictionary(Map.of("policy", "off")));
    assertStanding(Standing.UNCHECKED);
  }
}
