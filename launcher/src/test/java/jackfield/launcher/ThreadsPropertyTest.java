package jackfield.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThreadsPropertyTest {
  @ParameterizedTest
  @ValueSource(strings = {"1", "1024", " 8 "})
  void aNumberOfThreadsIsAccepted(String value) {
    assertThat(ThreadsProperty.problem(value)).isEmpty();
  }

  @Test
  void thePropertyMayBeAbsent() {
    assertThat(ThreadsProperty.problem(null)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "0", "1025", "-3"})
  void anythingElseIsNamedWithARemedy(String value) {
    assertThat(ThreadsProperty.problem(value).orElseThrow())
        .contains("-Djackfield.threads", "found '" + value + "'", "try");
  }
}
