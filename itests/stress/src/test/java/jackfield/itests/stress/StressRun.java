package jackfield.itests.stress;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A run of jcstress in a process of its own.
 *
 * @param output the complete output
 */
record StressRun(String output) {
  private static final Path FOLDER = Path.of("target", "jcstress");
  private static final long MOST_MINUTES = 240;
  private static final List<String> QUICK =
      List.of(
          "-m quick -f 1 -fsm 1 -iters 1 -time 300 -sc false -strideSize 16 -strideCount 16"
              .split(" "));
  private static final List<String> FULL = List.of("-m", "default", "-strideSize", "16");
  private static final Pattern COUNTS =
      Pattern.compile(
          "Results: (\\d+) planned; (\\d+) passed, (\\d+) failed,"
              + " (\\d+) soft errs, (\\d+) hard errs");
  private static final Pattern INTERESTING =
      Pattern.compile("(?m)^\\s*\\S+\\s+([\\d,]*[1-9][\\d,]*)\\s+\\S+%\\s+Interesting");

  /** The number of test configurations, and their results. */
  record Counts(int planned, int passed, int failed, int errors) {}

  /**
   * Runs the tests with matching names, in the few configurations of the build or in all of them.
   *
   * @param flags the flags of the JVMs in which the tests run
   */
  static StressRun of(String tests, boolean isQuick, String... flags)
      throws IOException, InterruptedException {
    Files.createDirectories(FOLDER);
    Path log = FOLDER.resolve("output.txt").toAbsolutePath();
    Process process =
        new ProcessBuilder(command(tests, isQuick, flags))
            .directory(FOLDER.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    if (!process.waitFor(MOST_MINUTES, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new AssertionError("jcstress took more than " + MOST_MINUTES + " minutes, see " + log);
    }
    return new StressRun(Files.readString(log));
  }

  private static List<String> command(String tests, boolean isQuick, String... flags) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("org.openjdk.jcstress.Main", "-v", "-hs", "512", "-pth", "false"));
    command.addAll(isQuick ? QUICK : FULL);
    String jvm = String.join(" ", flags) + " --enable-native-access=ALL-UNNAMED";
    command.addAll(List.of(isQuick ? "-jvmArgs" : "-jvmArgsPrepend", jvm.strip()));
    command.addAll(List.of("-t", tests));
    return command;
  }

  Counts counts() {
    MatchResult last = COUNTS.matcher(output).results().reduce((one, two) -> two).orElse(null);
    if (last == null) {
      return new Counts(0, 0, 0, 0);
    }
    return new Counts(
        Integer.parseInt(last.group(1)),
        Integer.parseInt(last.group(2)),
        Integer.parseInt(last.group(3)),
        Integer.parseInt(last.group(4)) + Integer.parseInt(last.group(5)));
  }

  /** Returns the number of observed results that are marked as interesting. */
  long interesting() {
    return INTERESTING.matcher(output).results().count();
  }
}
