package jackfield.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BudgetPropertyTest {
  @ParameterizedTest
  @ValueSource(strings = {"1048576", "0x100000", " 268435456 "})
  void aNumberOfBytesIsAccepted(String value) {
    assertThat(BudgetProperty.problem(value)).isEmpty();
  }

  @Test
  void thePropertyMayBeAbsent() {
    assertThat(BudgetProperty.problem(null)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "abc", "0", "-5", "99999999999999999999"})
  void anythingElseIsNamedWithARemedy(String value) {
    assertThat(BudgetProperty.problem(value).orElseThrow())
        .contains("-Djackfield.memory.budget", "found '" + value + "'", "try");
  }
}
