package jackfield.tools.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.tools.conformance.coverage.CoverageCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The launcher reads help and options from files, without starting the platform. The property
 * {@code help.refresh} writes them.
 */
final class HelpFilesTest {
  private static final Path FOLDER = Path.of("src/main/resources/help");

  private static Map<String, String> wanted() {
    Map<String, String> files = new TreeMap<>();
    CommandLine verb = ConformanceCommand.commandLine(null, null, System.out, System.err);
    add("conformance", verb, files);
    verb.getSubcommands().forEach((name, command) -> add("conformance-" + name, command, files));
    add("coverage", CoverageCommand.commandLine(null, System.out, System.err), files);
    return files;
  }

  private static void add(String name, CommandLine command, Map<String, String> files) {
    files.put(name + ".txt", command.getUsageMessage(Ansi.OFF));
    List<OptionSpec> options = command.getCommandSpec().options();
    String hidden =
        options.stream()
            .filter(OptionSpec::hidden)
            .map(option -> option.longestName() + "\n")
            .sorted()
            .collect(Collectors.joining());
    if (!hidden.isEmpty()) {
      files.put(name + ".hidden", hidden);
    }
  }

  @Test
  void theFilesThatTheLauncherReadsAreTheHelpOfTheCommands() throws IOException {
    Map<String, String> wanted = wanted();
    if (Boolean.getBoolean("help.refresh")) {
      Files.createDirectories(FOLDER);
      for (Map.Entry<String, String> file : wanted.entrySet()) {
        Files.writeString(FOLDER.resolve(file.getKey()), file.getValue());
      }
    }
    for (Map.Entry<String, String> file : wanted.entrySet()) {
      assertThat(FOLDER.resolve(file.getKey()))
          .as("written by -Dhelp.refresh=true")
          .content()
          .isEqualToNormalizingNewlines(file.getValue());
    }
    try (var files = Files.list(FOLDER)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(wanted.keySet());
    }
  }
}
