package jackfield.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

final class BenchOptionsTest {
  @ParameterizedTest
  @CsvSource({"--threads, 0", "--seconds, -1", "--seconds, NaN", "--bytes, 63", "--tables, '7,0'"})
  void aNumberThatMeasuresNothingIsRefused(String option, String value) {
    BenchOptions options = new BenchOptions();
    new CommandLine(options).parseArgs(option, value);
    assertThat(catchThrowableOfType(ParameterException.class, options::refuseMisuse))
        .hasMessageStartingWith(option + ": expected");
  }
}
