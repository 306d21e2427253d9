package jackfield.dispatcher.impl.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How the texts of a configuration become a policy. */
final class CheckPolicyTest {
  @Test
  void theFirstTextThatIsNotBlankCounts() {
    assertThat(CheckPolicy.parse("", "off", "warn")).isEqualTo(CheckPolicy.OFF);
    assertThat(CheckPolicy.parse("refuse", "off", "warn")).isEqualTo(CheckPolicy.REFUSE);
    assertThat(CheckPolicy.parse("", " ", "warn")).isEqualTo(CheckPolicy.WARN);
  }

  @Test
  void upperAndLowerCaseAreTheSame() {
    assertThat(CheckPolicy.parse("WARN")).isEqualTo(CheckPolicy.WARN);
  }

  @Test
  void anUnknownTextMeansRefuse() {
    assertThat(CheckPolicy.parse("wran", "off")).isEqualTo(CheckPolicy.REFUSE);
  }
}
