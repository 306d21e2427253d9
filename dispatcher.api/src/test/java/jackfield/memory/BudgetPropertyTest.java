package jackfield.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.error.InvalidArgument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the property of the JVM with the budget of the host memory. */
final class BudgetPropertyTest {
  @Test
  void thePropertyIsANumberOfBytes() {
    assertThat(HostMemory.initialBudget(" 1048576 ")).isEqualTo(1 << 20);
    assertThat(HostMemory.initialBudget("0x10000000")).isEqualTo(1 << 28);
    assertThat(HostMemory.initialBudget(null)).isGreaterThanOrEqualTo(1 << 30);
  }

  @ParameterizedTest
  @ValueSource(strings = {"abc", "", "99999999999999999999", "-5", "0", "1048575", "1g"})
  void anythingElseIsRefused(String property) {
    InvalidArgument error =
        catchThrowableOfType(InvalidArgument.class, () -> HostMemory.initialBudget(property));
    assertThat(error.argument()).isEqualTo("-Djackfield.memory.budget");
    assertThat(error).hasMessageContaining("found \"" + property + "\"");
  }
}
