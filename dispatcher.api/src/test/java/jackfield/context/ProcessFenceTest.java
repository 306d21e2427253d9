package jackfield.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.error.InvalidArgument;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which side of the protocol fences. */
final class ProcessFenceTest {
  private static String inProcess(String... flags) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(flags));
    command.add(FenceProbe.class.getName());
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return output.strip();
  }

  @ParameterizedTest
  @CsvSource({"amd64, 324", "aarch64, 283", "riscv64, 283", "ppc64le, 365", "s390x, 356"})
  void theSystemCallHasItsNumberOnEachArchitecture(String architecture, long number) {
    assertThat(ProcessFence.number("Linux", architecture)).contains(number);
  }

  @ParameterizedTest
  @CsvSource({"Linux, sparcv9", "Linux, arm", "Mac OS X, aarch64", "Windows 11, amd64"})
  void anUnknownSystemHasNoNumber(String system, String architecture) {
    assertThat(ProcessFence.number(system, architecture)).isEmpty();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void onLinuxTheWriterFences() throws IOException, InterruptedException {
    assertThat(inProcess("--enable-native-access=ALL-UNNAMED")).isEqualTo("membarrier true");
  }

  @Test
  void readersFenceIfThePropertyIsReaders() throws IOException, InterruptedException {
    assertThat(inProcess("-Djackfield.fence=readers")).isEqualTo("readers true");
  }

  @Test
  void readersFenceWhereForeignFunctionsAreForbidden() throws IOException, InterruptedException {
    assertThat(inProcess("--illegal-native-access=deny")).isEqualTo("readers true");
  }

  @Test
  void anUnknownPropertyValueIsRefused() throws IOException, InterruptedException {
    assertThat(inProcess("-Djackfield.fence=none"))
        .contains("-Djackfield.fence must be membarrier or readers, found \"none\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "Readers", "none"})
  void theCheckBeforeTheStartNamesTheProperty(String value) {
    InvalidArgument error =
        catchThrowableOfType(InvalidArgument.class, () -> FenceProperty.required(value));
    assertThat(error.argument()).isEqualTo("-Djackfield.fence");
    assertThat(error).hasMessageContaining("membarrier or readers, found \"" + value + "\"");
  }
}
