package jackfield.dispatcher.impl.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which policy the texts of a configuration mean. */
final class CheckPolicyTest {
  @Test
  void theFirstTextThatSaysSomethingCounts() {
    assertThat(CheckPolicy.parse("", "off", "warn")).isEqualTo(CheckPolicy.OFF);
    assertThat(CheckPolicy.parse("refuse", "off", "warn")).isEqualTo(CheckPolicy.REFUSE);
    assertThat(CheckPolicy.parse("", " ", "warn")).isEqualTo(CheckPolicy.WARN);
  }

  @Test
  void upperAndLowerCaseAreTheSame() {
    assertThat(CheckPolicy.parse("WARN")).isEqualTo(CheckPolicy.WARN);
  }

  @Test
  void aTextThatMeansNothingRefuses() {
    assertThat(CheckPolicy.parse("wran", "off")).isEqualTo(CheckPolicy.REFUSE);
  }
}
