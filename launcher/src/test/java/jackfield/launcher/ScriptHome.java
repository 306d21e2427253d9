package jackfield.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A made-up home of the start script, with the real script and JDKs that are folders. */
final class ScriptHome {
  private static final List<String> TOOLS =
      List.of(
          "bash",
          "sed",
          "find",
          "sort",
          "tail",
          "cut",
          "dirname",
          "mkdir",
          "readlink",
          "touch",
          "cat",
          "mv",
          "rm");

  private final Path folder;
  private final Path home;
  private final Path tools;
  private String javaHome = "";
  private String javaOptions = "";

  /** Lays out a home that is built. */
  ScriptHome(Path folder) throws IOException {
    this.folder = folder;
    home = Files.createDirectories(folder.resolve("a home with spaces"));
    Files.copy(
        Path.of("..", "jackfield"), home.resolve("jackfield"), StandardCopyOption.COPY_ATTRIBUTES);
    write(home.resolve("examples/demo/src/main/java/Demo.java"), "");
    write(home.resolve("launcher/target/dist/lib/launcher.jar"), "");
    Files.setLastModifiedTime(
        home.resolve("examples/demo/src/main/java/Demo.java"),
        FileTime.from(Instant.now().minusSeconds(60)));
    tools = Files.createDirectories(folder.resolve("tools"));
    for (String tool : TOOLS) {
      Path real = Files.exists(Path.of("/usr/bin", tool)) ? Path.of("/usr/bin") : Path.of("/bin");
      executable(tools.resolve(tool), "exec " + real.resolve(tool) + " \"$@\"");
    }
    executable(tools.resolve("mvn"), "echo built >> '" + folder.resolve("builds") + "'");
  }

  /** Returns the folder of the home. */
  Path root() {
    return home;
  }

  /** Returns a file of the home. */
  Path file(String name) {
    return home.resolve(name);
  }

  /** Returns the folder of the commands that the script finds. */
  Path tools() {
    return tools;
  }

  /** Sets the variable {@code JAVA_HOME}. */
  void javaHome(String jdk) {
    javaHome = jdk;
  }

  /** Sets the variable {@code JDK_JAVA_OPTIONS}. */
  void javaOptions(String options) {
    javaOptions = options;
  }

  /** What a run printed, and its exit code. */
  record Run(int code, String text) {}

  /** Runs the start script of the home to its end. */
  Run start(String... arguments) throws IOException, InterruptedException {
    return start(home.resolve("jackfield"), arguments);
  }

  /** Runs a script to its end. */
  Run start(Path script, String... arguments) throws IOException, InterruptedException {
    Process process =
        process(script, arguments).command(untilAllIsPrinted(script, arguments)).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    return new Run(process.exitValue(), text);
  }

  /**
   * Returns a command that ends when nothing can be printed any more. The copy of standard error
   * may outlive the script, and Java closes its end of a pipe when its direct child ends: it would
   * lose the last lines. {@code cat} ends when the last process that can write to its pipe has
   * ended.
   */
  private static List<String> untilAllIsPrinted(Path script, String... arguments) {
    String line = "\"$@\" 2>&1 | cat; exit \"${PIPESTATUS[0]}\"";
    List<String> command = new ArrayList<>(List.of("bash", "-c", line, "bash"));
    command.addAll(command(script, arguments));
    return command;
  }

  private static List<String> command(Path script, String... arguments) {
    List<String> command = new ArrayList<>(List.of(script.toString()));
    command.addAll(List.of(arguments));
    return command;
  }

  /** Returns a script that is ready to run. */
  ProcessBuilder process(Path script, String... arguments) {
    ProcessBuilder builder =
        new ProcessBuilder(command(script, arguments)).redirectErrorStream(true);
    builder.directory(folder.toFile());
    builder.environment().clear();
    builder.environment().put("PATH", tools.toString());
    builder.environment().put("HOME", folder.toString());
    builder.environment().put("JAVA_HOME", javaHome);
    builder.environment().put("JDK_JAVA_OPTIONS", javaOptions);
    builder.environment().put("JACKFIELD_JDK_FOLDERS", folder.resolve("jvm").toString());
    return builder;
  }

  /** Makes a folder that the script takes for a JDK of this version. */
  String jdk(String name, String version) throws IOException {
    Path jdk = folder.resolve(name);
    write(jdk.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
    executable(jdk.resolve("bin/java"), "echo started by '" + jdk + "'; printf '%s\\n' \"$@\"");
    executable(jdk.resolve("bin/javac"), "");
    return jdk.toString();
  }

  static void executable(Path file, String line) throws IOException {
    write(file, "#!/bin/sh\n" + line + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
