package jackfield.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FencePropertyTest {
  @ParameterizedTest
  @ValueSource(strings = {"membarrier", "readers"})
  void aSideIsAccepted(String value) {
    assertThat(FenceProperty.problem(value)).isEmpty();
  }

  @Test
  void thePropertyMayBeAbsent() {
    assertThat(FenceProperty.problem(null)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "READERS"})
  void anythingElseIsNamedWithARemedy(String value) {
    assertThat(FenceProperty.problem(value).orElseThrow())
        .contains("-Djackfield.fence", "membarrier or readers", "found '" + value + "'", "try");
  }
}
