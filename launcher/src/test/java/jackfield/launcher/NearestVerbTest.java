package jackfield.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NearestVerbTest {
  private static final List<String> VERBS =
      List.of("bench", "conformance", "coverage", "demo", "help", "run", "shell");

  @ParameterizedTest
  @CsvSource({
    "dmeo, demo",
    "Demo, demo",
    "benhc, bench",
    "conform, conformance",
    "covrage, coverage",
    "rn, run",
    "shelll, shell"
  })
  void aMistypedWordIsRecognized(String typed, String verb) {
    assertThat(NearestVerb.to(typed, VERBS)).hasValue(verb);
  }

  @Test
  void anotherWordIsNot() {
    assertThat(NearestVerb.to("train", VERBS)).isEmpty();
    assertThat(NearestVerb.to("co", VERBS)).isEmpty();
  }
}
