package jackfield.tools.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

final class SoakOptionsTest {
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @CsvSource({
    "dispatch, --seconds, -4",
    "dispatch, --minutes, 0",
    "dispatch, --callers, 0",
    "dispatch, --changers, -1",
    "plug, --seconds, 0",
    "plug, --workers, 0",
    "swaps, --count, 0",
    "swaps, --callers, 0",
  })
  void aNumberThatIsNotAboveZeroIsRefusedBeforeAnythingRuns(
      String command, String option, String value) {
    CommandLine line = SoakVerb.commandLine(null, null).setErr(new PrintWriter(err));
    assertThat(line.execute(command, option, value)).isEqualTo(2);
    assertThat(err.toString()).startsWith(option + ": expected a number above 0, found " + value);
  }
}
