package jackfield.itests.hotplug.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A short soak of plugging finds no error, and finds one where there is one. */
@Tag("thorough")
class SoakIT {
  private static final int TERMINATED = 128 + 15; // the exit code for SIGTERM

  @TempDir private Path home;

  private record Run(int code, List<String> lines) {
    /**
     * Returns the last line, without the log messages of bundles during the stop of the platform.
     */
    String result() {
      return lines.stream()
          .filter(line -> line.endsWith(" failed"))
          .reduce((_, last) -> last)
          .orElseThrow();
    }
  }

  private Run soak(String... options) throws IOException, InterruptedException {
    Process process = start(options);
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return new Run(process.exitValue(), text.lines().toList());
  }

  private Process start(String... options) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("soak"));
    arguments.addAll(List.of(options));
    return new Launch(home).start(arguments.toArray(String[]::new));
  }

  /** Runs until a line begins with {@code line}, then sends SIGTERM. */
  private Run interrupted(String line, String... options) throws Exception {
    Process process = start(options);
    try (BufferedReader lines = process.inputReader()) {
      assertThat(Launch.readUntil(lines, line)).isTrue();
      process.toHandle().destroy(); // Process.destroy closes the output that is still needed
      List<String> rest = lines.lines().toList();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      return new Run(process.exitValue(), rest);
    }
  }

  @Test
  void fiveSecondsPassWithoutAViolation() throws Exception {
    Run run = soak("plug", "--seconds", "5", "--seed", "7");
    assertThat(run.code()).as(String.join("\n", run.lines())).isZero();
    assertThat(run.result())
        .matches(
            ".* 0 wrong, 0 lost, 0 crashes, 0 loaders leaked, .* · [1-9]\\d* passed, 0 failed");
    assertThat(home.resolve("tmp")).isEmptyDirectory();
  }

  /** The oracle has tests of its own; here the platform's own check detects the error first. */
  @Test
  void aKernelThatIsWrongIsNotSwappedIn() throws Exception {
    Run run = soak("plug", "--seconds", "2", "--seed", "7", "--sabotage");
    assertThat(run.code()).as(String.join("\n", run.lines())).isEqualTo(1);
    assertThat(run.lines()).anyMatch(line -> line.contains("aten::add.Tensor gives other values"));
    assertThat(run.result()).contains(" 0 wrong").containsPattern("[1-9] failed$");
  }

  @Test
  void swapsUnderCallersAreMeasuredAndWhatLeftIsCollected() throws Exception {
    Run run = soak("swaps", "--count", "2");
    assertThat(run.code()).as(String.join("\n", run.lines())).isZero();
    assertThat(run.lines())
        .anyMatch(line -> line.matches("swap.leaked +0\\.00"))
        .anyMatch(line -> line.matches("swap.pause.p99 +\\d.*ms.*"))
        .anyMatch(line -> line.matches("swap.pause_of_clock.held.p50 +\\d.*ms.*"))
        .anyMatch(line -> line.matches("swap.heap.1 +[1-9].*MiB"));
    assertThat(run.result()).matches("[1-9][\\d,]* passed, 0 failed");
  }

  @ParameterizedTest
  @CsvSource({"the answers are learnt, plug --seconds 60", "soak swaps, swaps --count 100"})
  void anInterruptedSoakRestoresAndSaysWhatItFound(String line, String options) throws Exception {
    Run run = interrupted(line, options.split(" "));
    assertThat(run.code()).as(String.join("\n", run.lines())).isEqualTo(TERMINATED);
    assertThat(run.lines()).noneMatch(each -> each.matches("\\s+at .*|.*Exception.*"));
    assertThat(run.result()).matches("(.* · )?[\\d,]+ passed, 0 failed");
    assertThat(home.resolve("tmp")).isEmptyDirectory();
  }
}
