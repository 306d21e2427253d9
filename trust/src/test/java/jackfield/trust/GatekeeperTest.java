package jackfield.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.spi.TrustGate.Judgement;
import jackfield.spi.TrustGate.Standing;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import org.apache.felix.framework.FrameworkFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.hooks.resolver.ResolverHookFactory;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.wiring.BundleRevision;

/** The gate in a framework, without the rest of the platform. */
@Tag("slow")
class GatekeeperTest {
  private static final String FRAMEWORK = "Import-Package: org.osgi.framework";
  private static final TrustRules NO_STORE =
      new TrustRules(Optional.empty(), TrustAnchors.NONE, DenyList.parse(), Optional.empty());

  @TempDir static Path shared;
  @TempDir private Path folder;
  private Framework framework; // set before each test, as are the others
  private Gatekeeper gatekeeper;

  @BeforeAll
  static void makeKeys() throws Exception {
    Keys keys = new Keys(shared);
    keys.make("acme");
    keys.make("other");
    keys.make("expired", "-startdate", "-400d", "-validity", "200");
  }

  @BeforeEach
  void start() throws Exception {
    framework =
        new FrameworkFactory()
            .newFramework(
                Map.of(
                    "org.osgi.framework.storage",
                    folder.resolve("store").toString(),
                    "org.osgi.framework.system.packages.extra",
                    "jackfield.spi"));
    framework.start();
    Path platform = Files.createDirectories(folder.resolve("dist/platform"));
    gatekeeper =
        new Gatekeeper(
            folder.resolve("scratch"),
            Optional.of(platform.getParent()),
            Clock.systemUTC(),
            trusting("acme"));
    ResolverHookFactory gate = triggers -> new GateHook(gatekeeper, triggers);
    context().registerService(ResolverHookFactory.class, gate, null);
    System.clearProperty("acme.backend");
  }

  @AfterEach
  void stop() throws Exception {
    framework.stop();
    framework.waitForStop(10_000);
  }

  private BundleContext context() {
    return framework.getBundleContext();
  }

  private static TrustRules trusting(String... aliases) throws Exception {
    return new TrustRules(
        Optional.empty(), new Keys(shared).anchors(aliases), DenyList.parse(), Optional.empty());
  }

  private Path unsigned() throws Exception {
    return TestJar.backend("acme.backend").activated().write(folder);
  }

  private Path signedBy(String alias) throws Exception {
    return new Keys(shared).sign(unsigned(), alias);
  }

  private Bundle install(Path jar) throws BundleException {
    return context().installBundle(jar.toUri().toString());
  }

  private Judgement judge(Bundle bundle) {
    return gatekeeper.judge(bundle.adapt(BundleRevision.class));
  }

  private void assertRefused(Bundle bundle, String why) {
    assertThatThrownBy(bundle::start).isInstanceOf(BundleException.class);
    assertThat(bundle.getState()).isEqualTo(Bundle.INSTALLED);
    assertThat(System.getProperty("acme.backend")).as("a class of it ran").isNull();
    Judgement judgement = judge(bundle);
    assertThat(judgement.standing()).isEqualTo(Standing.REFUSED);
    assertThat(judgement.found()).contains(why);
    assertThat(judgement.available()).isNotBlank();
    assertThat(judgement.remedy()).isNotBlank();
  }

  private void assertRuns(Bundle bundle, Standing standing) throws BundleException {
    bundle.start();
    assertThat(System.getProperty("acme.backend")).isEqualTo("ran");
    assertThat(judge(bundle).standing()).isEqualTo(standing);
  }

  @Test
  void aBundleOfATrustedSignerRuns() throws Exception {
    Bundle bundle = install(signedBy("acme"));
    assertRuns(bundle, Standing.TRUSTED);
    assertThat(judge(bundle).signer()).isEqualTo("acme");
    assertThat(judge(bundle).fingerprint()).matches("[0-9a-f]{16}");
  }

  @Test
  void anUnsignedBundleDoesNotResolve() throws Exception {
    Bundle bundle = install(unsigned());
    assertRefused(bundle, "not signed");
    assertThat(folder.resolve("scratch")).as("nothing was copied to find that out").doesNotExist();
    bundle.uninstall();
    assertRefused(install(signedBy("other")), "not in the trust store");
    assertThat(folder.resolve("scratch")).isEmptyDirectory();
  }

  @Test
  void aBundleOfAnotherSignerDoesNotResolveAndTheSignerIsNamed() throws Exception {
    Bundle bundle = install(signedBy("other"));
    assertRefused(bundle, "not in the trust store");
    assertThat(judge(bundle).signer()).isEqualTo("other");
  }

  @Test
  void aBundleSignedWithAnExpiredCertificateDoesNotResolve() throws Exception {
    gatekeeper.follow(trusting("expired"));
    assertRefused(install(signedBy("expired")), "expired on");
  }

  @Test
  void aTamperedBundleDoesNotResolve() throws Exception {
    TestJar jar = TestJar.read(signedBy("acme"));
    Path added = jar.with("more/Added.class", "x").write(folder);
    assertRefused(install(added), "more/Added.class");
  }

  @Test
  void theInstalledContentIsVerifiedNotTheFileAtItsLocation() throws Exception {
    Path trusted = signedBy("acme");
    try (var other = Files.newInputStream(unsigned())) {
      assertRefused(context().installBundle(trusted.toUri().toString(), other), "not signed");
    }
  }

  @Test
  void anUpdateIsVerifiedAnew() throws Exception {
    Bundle bundle = install(signedBy("acme"));
    assertRuns(bundle, Standing.TRUSTED);
    bundle.stop();
    System.clearProperty("acme.backend");
    try (var other = Files.newInputStream(unsigned())) {
      bundle.update(other);
    }
    assertRefused(bundle, "not signed");
  }

  @Test
  void aFragmentIsAsTrustedAsItsSigner() throws Exception {
    Bundle host = install(signedBy("acme"));
    Path fragment =
        TestJar.bundle("acme.fragment").header("Fragment-Host: acme.backend").write(folder);
    Bundle guest = install(fragment);
    assertRuns(host, Standing.TRUSTED);
    assertThat(guest.getState()).isEqualTo(Bundle.INSTALLED);
  }

  @Test
  void aRefusedBundleDoesNotKeepOthersFromResolving() throws Exception {
    Path refused =
        TestJar.backend("acme.refused").header("Export-Package: acme.stolen").write(folder);
    install(refused);
    Path other = TestJar.bundle("acme.needy").header("Import-Package: acme.stolen").write(folder);
    Bundle needy = install(other);
    assertRuns(install(signedBy("acme")), Standing.TRUSTED);
    assertThatThrownBy(needy::start).hasMessageContaining("acme.stolen");
  }

  @Test
  void everyBundleThatCanReachTheTypesOfBackendsIsJudged() throws Exception {
    for (String header :
        new String[] {
          "DynamicImport-Package: *",
          "DynamicImport-Package: jackfield.*",
          "Import-Package: jackfield.spi;resolution:=optional",
          "Require-Bundle: jackfield.dispatcher.api;resolution:=optional"
        }) {
      Bundle bundle =
          install(TestJar.bundle("acme.backend").header(header).activated().write(folder));
      assertRefused(bundle, "not signed");
      bundle.uninstall();
    }
  }

  @Test
  void aBundleThatCannotReachThemIsNotJudged() throws Exception {
    Path jar = TestJar.bundle("acme.backend").header(FRAMEWORK).activated().write(folder);
    assertRuns(install(jar), Standing.UNCONCERNED);
  }

  @Test
  void aBundleOfTheDistributionNeedsNoSignature() throws Exception {
    Path jar = TestJar.backend("acme.backend").activated().write(folder.resolve("dist/platform"));
    assertRuns(install(jar), Standing.PLATFORM);
  }

  @Test
  void aLocationThatOnlyStartsLikeTheDistributionIsOutsideIt() throws Exception {
    String detour = folder.toUri() + "dist/platform/../../" + unsigned().getFileName();
    assertRefused(context().installBundle(detour), "not signed");
  }

  @Test
  void aDeniedBundleDoesNotResolveForAnySigner() throws Exception {
    TrustRules trusted = trusting("acme");
    DenyList denied = DenyList.parse("acme.backend;version=\"[1.0,2.0)\"");
    gatekeeper.follow(
        new TrustRules(Optional.of(Policy.OFF), trusted.anchors(), denied, Optional.empty()));
    assertRefused(install(signedBy("acme")), "acme.backend [1.0.0,2.0.0)");
  }

  @Test
  void withoutAStoreLocalFilesResolveWithAWarning() throws Exception {
    gatekeeper.follow(NO_STORE);
    assertRuns(install(unsigned()), Standing.TOLERATED);
  }

  @Test
  void withoutAStoreRemoteLocationsAreRefused() throws Exception {
    gatekeeper.follow(NO_STORE);
    try (var bytes = Files.newInputStream(unsigned())) {
      assertRefused(context().installBundle("https://example.org/a.jar", bytes), "not signed");
    }
  }

  @Test
  void aChangedPolicyHoldsAtOnceAndBothWays() throws Exception {
    Bundle bundle = install(unsigned());
    assertRefused(bundle, "not signed");
    gatekeeper.follow(
        new TrustRules(
            Optional.of(Policy.OFF), TrustAnchors.NONE, DenyList.parse(), Optional.empty()));
    assertRuns(bundle, Standing.UNCHECKED);
    bundle.uninstall();
    System.clearProperty("acme.backend");
    gatekeeper.follow(trusting("acme"));
    assertRefused(install(unsigned()), "not signed");
  }

  @Test
  void aConfigurationThatCannotBeFollowedShutsTheGate() throws Exception {
    gatekeeper.follow(
        new TrustRules(
            Optional.of(Policy.ENFORCE), TrustAnchors.NONE, DenyList.parse(), Optional.of("no x")));
    assertRefused(install(signedBy("acme")), "the gate is shut, no x");
  }

  @Test
  void verifyingLeavesNoFiles() throws Exception {
    judge(install(signedBy("acme")));
    assertThat(folder.resolve("scratch")).isEmptyDirectory();
  }
}
