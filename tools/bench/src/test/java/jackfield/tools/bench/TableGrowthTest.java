package jackfield.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.dispatcher.impl.registry.OverrideWarnings;
import org.junit.jupiter.api.Test;

final class TableGrowthTest {
  @Test
  void theSilencedLoggerIsThatOfTheDispatcher() {
    assertThat(TableGrowth.OVERRIDE_WARNINGS).isEqualTo(OverrideWarnings.class.getName());
  }
}
