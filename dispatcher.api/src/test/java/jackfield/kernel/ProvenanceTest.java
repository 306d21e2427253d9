package jackfield.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ProvenanceTest {
  @Test
  void theBriefNameLacksThePlatformsOwnPrefixOnly() {
    assertThat(Provenance.briefName("jackfield.backend.cpu")).isEqualTo("backend.cpu");
    assertThat(Provenance.briefName("backend.cpu")).isEqualTo("backend.cpu");
    assertThat(Provenance.briefName("acme.jackfield.backend")).isEqualTo("acme.jackfield.backend");
    assertThat(Provenance.ownName("backend.cpu")).isEqualTo("jackfield.backend.cpu");
  }
}
