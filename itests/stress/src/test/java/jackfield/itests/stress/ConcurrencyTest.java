package jackfield.itests.stress;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.itests.stress.StressRun.Counts;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Runs the jcstress tests: in a short form in the build, completely with {@code
 * -Dstress.mode=full}.
 */
@Tag("thorough")
class ConcurrencyTest {
  private static final String MODE = "stress.mode";

  private static boolean isQuick() {
    return !"full".equals(System.getProperty(MODE));
  }

  @Test
  @DisabledIfSystemProperty(named = MODE, matches = "control")
  void noForbiddenOutcomeIsSeen() throws IOException, InterruptedException {
    passes(StressRun.of("Stress$", isQuick()), 9);
  }

  @Test
  @DisabledIfSystemProperty(named = MODE, matches = "control")
  void noneIsSeenWhereReadersFence() throws IOException, InterruptedException {
    String heart = "(Drain|FreshContext|FailingKernel)Stress$";
    passes(StressRun.of(heart, isQuick(), "-Djackfield.fence=readers"), 3);
  }

  private static void passes(StressRun run, int tests) {
    Counts counts = run.counts();
    assertThat(counts.planned()).as(run.output()).isGreaterThanOrEqualTo(tests);
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
