package jackfield.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

final class DemoHelpTest {
  @Test
  void theFileThatTheLauncherPrintsIsTheHelpOfTheOptions() throws IOException {
    String help = new CommandLine(new DemoOptions(Path.of("data"))).getUsageMessage(Ansi.OFF);
    try (InputStream file = DemoOptions.class.getResourceAsStream("/help/demo.txt")) {
      assertThat(new String(file.readAllBytes(), StandardCharsets.UTF_8))
          .as("src/main/resources/help/demo.txt")
          .isEqualToNormalizingNewlines(help);
    }
  }
}
