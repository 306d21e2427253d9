package jackfield.trust;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.annotation.Annotation;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrustRulesTest {
  @TempDir private Path home;

  @SuppressWarnings(
      "ImmutableAnnotationChecker") // a configuration is an annotation by its form only
  private record Settings(
      String policy, String truststore, String truststore_password, String... deny)
      implements TrustSettings {
    @Override
    public Class<? extends Annotation> annotationType() {
      return TrustSettings.class;
    }
  }

  private TrustRules rules(String policy, String store, String... deny) {
    return TrustRules.of(new Settings(policy, store, "secret", deny), home);
  }

  private void assertShut(TrustRules rules, String why) {
    assertThat(rules.fault()).hasValueSatisfying(fault -> assertThat(fault).contains(why));
    assertThat(rules.policy(true)).isEqualTo(Policy.ENFORCE);
  }

  @Test
  void theDefaultWarnsOfLocalFilesAndRefusesTheRest() {
    assertThat(rules("", "").policy(true)).isEqualTo(Policy.WARN);
    assertThat(rules("", "").policy(false)).isEqualTo(Policy.ENFORCE);
  }

  @Test
  void aTrustStoreMeansEnforcing() throws Exception {
    Keys keys = new Keys(home);
    keys.make("acme");
    String store = home.relativize(keys.trustStore("acme")).toString();
    assertThat(rules("", store).policy(true)).isEqualTo(Policy.ENFORCE);
    assertThat(rules("", store).anchors().certificates()).hasSize(1);
    assertThat(rules("warn", store).policy(true)).isEqualTo(Policy.WARN);
  }

  @Test
  void aPolicyIsReadInAnyCase() {
    assertThat(rules(" Off ", "").policy(false)).isEqualTo(Policy.OFF);
  }

  @Test
  void whatCannotBeFollowedShutsTheGate() throws Exception {
    Files.writeString(home.resolve("garbage.p12"), "no store");
    assertShut(rules("enforc", ""), "'enforc' is none of off, warn, enforce");
    assertShut(rules("off", "absent.p12"), "absent.p12: there is no such file");
    assertShut(rules("warn", "garbage.p12"), "garbage.p12");
    assertShut(rules("off", "", "acme;versions=1"), "acme;versions=1");
  }
}
