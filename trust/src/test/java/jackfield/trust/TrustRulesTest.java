package jackfield.trust;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class TrustRulesTest {
  @TempDir private Path home;

  private TrustRules rules(Map<String, ?> settings) {
    return TrustRules.of(settings, home, Instant.now());
  }

  private void assertShut(Map<String, ?> settings, String... why) {
    TrustRules rules = rules(settings);
    assertThat(rules.fault())
        .as(settings.toString())
        .hasValueSatisfying(fault -> assertThat(fault).contains(why));
    assertThat(rules.policy(true)).isEqualTo(Policy.ENFORCE);
    assertThat(rules.anchors().isEmpty()).isTrue();
  }

  private String store(String... aliases) throws Exception {
    Keys keys = new Keys(home);
    for (String alias : aliases) {
      keys.make(alias);
    }
    return home.relativize(keys.trustStore(aliases)).toString();
  }

  @Test
  void theDefaultWarnsOfLocalFilesAndRefusesTheRest() {
    assertThat(rules(Map.of()).policy(true)).isEqualTo(Policy.WARN);
    assertThat(rules(Map.of()).policy(false)).isEqualTo(Policy.ENFORCE);
  }

  @Test
  void aTrustStoreMeansEnforcing() throws Exception {
    Map<String, String> stored =
        Map.of("truststore", store("acme"), "truststore.password", "secret");
    assertThat(rules(stored).fault()).isEmpty();
    assertThat(rules(stored).policy(true)).isEqualTo(Policy.ENFORCE);
    assertThat(rules(stored).anchors().certificates()).hasSize(1);
    Map<String, String> warned = new java.util.HashMap<>(stored);
    warned.put("policy", "warn");
    assertThat(rules(warned).policy(true)).isEqualTo(Policy.WARN);
  }

  @Test
  void aPolicyIsReadInAnyCase() {
    assertThat(rules(Map.of("policy", " Off ")).policy(false)).isEqualTo(Policy.OFF);
  }

  @Test
  void keysOfConfigurationAdminAreNoSettings() {
    Map<String, Object> added =
        Map.of("service.pid", "jackfield.trust", TrustRules.FILE, "plug/x.cfg", "policy", "warn");
    assertThat(rules(added).fault()).isEmpty();
  }

  @Test
  void theKeysAreThoseOfTheMetatype() {
    assertThat(TrustSettings.class.getDeclaredMethods())
        .extracting(method -> method.getName().replace('_', '.'))
        .allSatisfy(key -> assertThat(rules(Map.of(key, " ")).fault().get()).contains(key))
        .allSatisfy(
            key -> assertThat(rules(Map.of(key, " ")).fault().get()).doesNotContain("unknown"))
        .hasSize(4);
  }

  @Test
  void anUnknownKeyShutsTheGate() {
    assertShut(
        Map.of("trustore", "trusted.pem", TrustRules.FILE, "/plug/jackfield.trust.cfg"),
        "/plug/jackfield.trust.cfg: unknown key 'trustore'",
        "deny, policy, truststore, truststore.password");
    for (String key : List.of("Policy", "truststore_password", "polícy", "\uFEFFpolicy", ".deny")) {
      assertShut(Map.of(key, "enforce"), "unknown key '" + key + "'");
    }
  }

  @Test
  void aValueOfTheWrongTypeShutsTheGate() {
    assertShut(Map.of("policy", true), "policy is no text, but Boolean");
    assertShut(Map.of("policy", new String[] {"off"}), "policy is no text");
    assertShut(Map.of("truststore", 5), "truststore is no text, but Integer");
    assertShut(Map.of("truststore", List.of("a.pem")), "truststore is no text");
    assertShut(Map.of("truststore.password", 5L), "truststore.password is no text, but Long");
    assertShut(Map.of("deny", 1.5), "deny is no text, but Double");
    assertShut(Map.of("deny", new int[] {1}), "deny is no text");
    assertShut(Map.of("deny", new Integer[] {1}), "deny has an entry");
    assertShut(Map.of("deny", Arrays.asList("acme", null)), "deny has an entry");
  }

  @Test
  void aKeyWithoutValueShutsTheGate() {
    assertShut(Map.of("policy", ""), "policy has no value");
    assertShut(Map.of("truststore", " "), "truststore has no value");
    assertShut(Map.of("policy", "warn", "truststore.password", ""), "password has no value");
    assertShut(Map.of("deny", ""), "deny has an entry that is empty");
    assertShut(Map.of("deny", new String[] {"acme", " "}), "deny has an entry that is empty");
  }

  @Test
  void anUnknownValueShutsTheGate() throws Exception {
    Files.writeString(home.resolve("garbage.p12"), "no store");
    assertShut(Map.of("policy", "enforc"), "'enforc' is none of off, warn, enforce");
    assertShut(Map.of("policy", "off,warn"), "'off,warn' is none");
    assertShut(Map.of("policy", "off", "truststore", "absent.p12"), "absent.p12", "no such file");
    assertShut(Map.of("policy", "off", "truststore", "a\0b"), "Nul");
    assertShut(Map.of("policy", "warn", "truststore", "garbage.p12"), "garbage.p12");
    assertShut(Map.of("policy", "off", "truststore.password", "x"), "but no truststore");
    for (String denied :
        List.of("acme;versions=1", "acme;version=[2,1", "acme;version=x.y", "a b", ",", "acme.*")) {
      assertShut(Map.of("policy", "off", "deny", denied), "deny");
    }
  }

  private String denied(Map<String, ?> settings) {
    TrustRules rules = rules(settings);
    assertThat(rules.fault()).as(settings.toString()).isPresent();
    return rules.denied().entries().stream().map(each -> each.bundle()).toList().toString();
  }

  @Test
  void aShutGateDeniesTheReadableEntries() {
    assertThat(denied(Map.of("deny", "a, b;version=\"[1,2)\"", "polcy", "off")))
        .isEqualTo("[a, b]");
    assertThat(denied(Map.of("deny", "a, b c, d", "policy", "off"))).isEqualTo("[a]");
    assertThat(denied(Map.of("deny", new String[] {"a", "b c", "d"}))).isEqualTo("[a, d]");
    assertThat(denied(Map.of("deny", Arrays.asList("a", null, 5, "d")))).isEqualTo("[a, d]");
    assertThat(denied(Map.of("deny", 5))).isEqualTo("[]");
    assertThat(denied(Map.of("policy", "enforc"))).isEqualTo("[]");
  }

  @Test
  void aShutGateKeepsTheFormerDenyList() {
    TrustRules before = rules(Map.of("deny", "a"));
    TrustRules shut = rules(Map.of("deny", "b", "polcy", "off")).after(before);
    assertThat(shut.denied().entries()).extracting(each -> each.bundle()).containsExactly("b", "a");
    assertThat(shut.fault()).isPresent();
    assertThat(rules(Map.of("deny", "c")).after(shut)).isEqualTo(rules(Map.of("deny", "c")));
  }

  @Test
  void aTrustStoreWithoutItsPasswordShutsTheGate() throws Exception {
    String store = store("acme");
    assertShut(Map.of("policy", "off", "truststore", store), "truststore " + store);
    assertShut(
        Map.of("policy", "off", "truststore", store, "truststore.password", "wrong"),
        "password was incorrect");
  }
}
