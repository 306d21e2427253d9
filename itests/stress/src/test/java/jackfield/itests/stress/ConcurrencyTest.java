package jackfield.itests.stress;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.itests.stress.StressRun.Counts;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Runs the jcstress tests: quickly in the build, wholly with {@code -Dstress.mode=full}. */
class ConcurrencyTest {
  private static final String MODE = "stress.mode";

  @Test
  @DisabledIfSystemProperty(named = MODE, matches = "control")
  void noForbiddenOutcomeIsSeen() throws IOException, InterruptedException {
    StressRun run = StressRun.of("Stress$", !"full".equals(System.getProperty(MODE)));
    Counts counts = run.counts();
    assertThat(counts.planned()).as(run.output()).isGreaterThanOrEqualTo(8);
    assertThat(counts)
        .as(run.output())
        .isEqualTo(new Counts(counts.planned(), counts.planned(), 0, 0));
  }

  @Test
  @EnabledIfSystemProperty(named = MODE, matches = "control")
  void brokenProtocolsAreSeenToBreak() throws IOException, InterruptedException {
    assertThat(StressRun.of("UnfencedControl$", true).interesting()).isPositive();
    assertThat(StressRun.of("UnwaitedControl$", true).interesting()).isPositive();
  }
}
