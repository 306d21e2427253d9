package jackfield;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs tools of this JDK in processes of their own.
 *
 * @param folder where the output is written
 */
record Tool(Path folder) {
  static final List<String> FLAGS =
      List.of("--add-modules=jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED");
  // The tools end before the second compiler pays off.
  private static final List<String> SHORT = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
  private static final int MINUTES = 2;

  /**
   * What a process left.
   *
   * @param code its exit code
   * @param text what it printed to both streams
   */
  record Result(int code, String text) {}

  Result run(String tool, List<String> arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", tool).toString());
    List<String> prefixes =
        switch (tool) {
          case "java" -> List.of("");
          case "jshell" -> List.of("-J", "-R"); // its own JVM, and the one that runs the cells
          default -> List.of("-J");
        };
    prefixes.forEach(prefix -> SHORT.forEach(flag -> command.add(prefix + flag)));
    command.addAll(arguments);
    File output = folder.resolve("output").toFile();
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.endsWith("_OPTIONS"));
    Process process = builder.redirectOutput(output).start();
    if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new AssertionError("no end: " + command + Files.readString(output.toPath()));
    }
    return new Result(process.exitValue(), Files.readString(output.toPath()));
  }
}
