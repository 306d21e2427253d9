package jackfield.itests.hotplug.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The fuzzer continues after a crash or hang that it causes. */
@Tag("thorough")
class FuzzIT {
  @TempDir private Path home;

  private record Run(int code, List<String> lines) {}

  private Run fuzz(String options) throws IOException, InterruptedException {
    Process process = new Launch(home).start(("fuzz " + options).split(" "));
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return new Run(process.exitValue(), text.lines().toList());
  }

  /** Two cases are made to fail; the others pass. */
  @Test
  void aJvmThatDiesAndACallThatHangsCostTheirCasesOnly() throws Exception {
    Run run = fuzz("operators --op aten::mul.Tensor --calls 400 --seed 7 --sabotage");
    assertThat(run.lines())
        .contains("// aten::mul.Tensor: the JVM dies")
        .contains("// aten::mul.Tensor: takes longer than 5 s")
        .anyMatch(line -> line.matches("[34]\\d\\d passed, 2 failed"));
    assertThat(run.code()).isEqualTo(1);
  }
}
