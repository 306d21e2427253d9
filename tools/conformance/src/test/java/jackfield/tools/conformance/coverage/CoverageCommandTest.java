package jackfield.tools.conformance.coverage;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.tools.conformance.LocalPlatform;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class CoverageCommandTest {
  private static final CoverageCommand.Target NOTHING =
      new CoverageCommand.Target() {
        @Override
        public Path vectors() {
          return LocalPlatform.inRepository("ops");
        }

        @Override
        public Ledger ledger(Recordings recordings) {
          return new Ledger(List.of(), List.of());
        }

        @Override
        public GradientChecks gradients(Recordings recordings, Ledger ledger) {
          return new GradientChecks(Map.of());
        }
      };

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... arguments) {
    return CoverageCommand.run(
        NOTHING,
        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        List.of(arguments));
  }

  @Test
  void aPatternThatMatchesNoOperatorIsMisuse() {
    assertThat(run("nope")).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("no operator is called nope", "try");
  }

  @Test
  void aTextThatIsNoPatternIsMisuse() {
    assertThat(run("[")).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("[ is no pattern: Missing", "try");
  }

  @Test
  void gradientsHaveNoJson() {
    assertThat(run("--gradients", "--json")).isEqualTo(2);
    assertThat(run("--gradients", "--missing")).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("without --json", "try");
  }
}
