package jackfield.itests.hotplug.process;

import jackfield.itests.hotplug.platform.Deadline;
import jackfield.itests.hotplug.platform.Distribution;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Starts the launcher of the distribution as the start script does, in a JVM of its own.
 *
 * @param home the folder with its folders {@code plug} and {@code tmp}
 * @param flags further flags of the JVM
 */
record Launch(Path home, List<String> flags) {
  Launch(Path home) {
    this(home, List.of());
  }

  /** The exit code and the output of a run. */
  record Run(int code, String text) {}

  Run run(String... arguments) throws IOException, InterruptedException {
    Process process = start(arguments);
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(Deadline.SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("it printed all and does not end: " + text);
    }
    return new Run(process.exitValue(), text);
  }

  Process start(String... arguments) throws IOException {
    Files.createDirectories(home.resolve("tmp"));
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + "/bin/java");
    command.addAll(Distribution.jvmFlags());
    command.addAll(flags);
    command.addAll(
        List.of(
            "-Djava.io.tmpdir=" + home.resolve("tmp"),
            "-Djackfield.home=" + home,
            "-cp",
            Distribution.root() + "/lib/*",
            "jackfield.launcher.Main"));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  /** Writes a script of shell commands and returns its path. */
  String script(String... lines) throws IOException {
    return Files.write(home.resolve("test.script"), List.of(lines)).toString();
  }

  Path plug() throws IOException {
    return Files.createDirectories(home.resolve("plug"));
  }

  /** Moves a jar into the folder {@code plug}, replacing a jar of the same name. */
  Path drop(Path jar, String name) throws IOException {
    Path part = Files.copy(jar, plug().resolve(name + ".part"));
    return Files.move(
        part,
        plug().resolve(name),
        java.nio.file.StandardCopyOption.ATOMIC_MOVE,
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
  }

  /** Copies a backend of the distribution into the folder {@code plug}. */
  Path drop(String backend) throws IOException {
    return drop(Path.of(Distribution.root(), "backends", backend), backend);
  }

  /**
   * Reads lines until one begins with the given text, and returns whether one did. It always
   * returns, since the process ends with its script.
   */
  static boolean readUntil(BufferedReader lines, String beginning) throws IOException {
    String line = lines.readLine();
    while (line != null && !line.startsWith(beginning)) {
      line = lines.readLine();
    }
    return line != null;
  }
}
