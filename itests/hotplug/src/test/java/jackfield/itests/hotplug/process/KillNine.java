package jackfield.itests.hotplug.process;

import jackfield.itests.hotplug.bundle.BundleJar;
import jackfield.itests.hotplug.bundle.MarkingBackend;
import jackfield.itests.hotplug.platform.Deadline;
import jackfield.itests.hotplug.platform.Distribution;
import jackfield.itests.hotplug.platform.TestFolder;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.osgi.framework.Version;

/**
 * Kills the platform while jars are added to and removed from its folder {@code plug}, and checks
 * the next start.
 *
 * <p>Each round starts the launcher as the start script does, changes the folder at random (copied
 * in pieces, moved in, written over, removed), kills the process at a random moment, often in the
 * middle of such a change, which then stays incomplete. The next start must plug the newest
 * complete jar of each bundle and nothing else. The start after that must plug the same bundles in
 * the same order, and no temporary files may remain.
 */
public final class KillNine {
  private static final Pattern PLUGGED = Pattern.compile("plugged\\s+(kill\\.\\w) (\\S+), .*");
  private static final int LAST_MOMENT_MILLIS = 4_000; // a start takes two to three seconds
  private static final int PIECES = 8;

  private final Path home;
  private final Random random;
  private final List<Path> supply = new ArrayList<>();

  KillNine(Path home, long seed) throws IOException {
    this.home = home;
    this.random = new Random(seed);
    Files.createDirectories(plug());
    Files.createDirectories(temporary());
    Path made = Files.createDirectories(home.resolve("made"));
    for (String bundle : List.of("kill.a", "kill.b", "kill.c")) {
      for (String version : List.of("1.0.0", "2.0.0")) {
        supply.add(
            BundleJar.named(bundle)
                .header("Bundle-Version", version)
                .component(jackfield.spi.Backend.class, MarkingBackend.class, 0)
                .write(made));
      }
    }
  }

  /** Runs {@code --times N --seed S}, or {@code --steps}; exits with 1 if a round failed. */
  public static void main(String[] arguments) throws Exception {
    long seed = option(arguments, "--seed", System.nanoTime());
    int times = (int) option(arguments, "--times", 50);
    boolean isByStep = List.of(arguments).contains("--steps");
    int rounds = isByStep ? KillAtStep.count() : times;
    System.out.println(
        isByStep ? "kill at each step" : "kill -9, %d times, seed %d".formatted(times, seed));
    Path home = Files.createTempDirectory("kill9-");
    KillNine nine = new KillNine(home, seed);
    int failed =
        isByStep ? new KillAtStep(nine, home).runAll(System.out) : nine.run(times, System.out);
    if (failed == 0) {
      TestFolder.delete(home);
    } else {
      System.out.println("left for a look: " + home);
    }
    System.out.println("%d passed, %d failed".formatted(rounds - failed, failed));
    System.exit(failed == 0 ? 0 : 1);
  }

  private static long option(String[] arguments, String name, long otherwise) {
    int index = List.of(arguments).indexOf(name);
    return index < 0 ? otherwise : Long.parseLong(arguments[index + 1]);
  }

  /**
   * Kills the platform {@code times} times, prints each round and returns the number of failures.
   */
  int run(int times, PrintStream out) throws IOException, InterruptedException {
    int failed = 0;
    for (int round = 1; round <= times; round++) {
      String killed = killAtRandom();
      List<String> problems = problems();
      failed += problems.isEmpty() ? 0 : 1;
      String found = problems.isEmpty() ? "ok " + expected() : String.join("; ", problems);
      out.println("%3d  %s  %s".formatted(round, killed, found));
    }
    return failed;
  }

  Path plug() {
    return home.resolve("plug");
  }

  private Path temporary() {
    return home.resolve("tmp");
  }

  private String killAtRandom() throws IOException, InterruptedException {
    Path log = home.resolve("killed.log");
    Process process = start(List.of("sleep 60"), log);
    boolean isWhileItStarts = random.nextInt(4) == 0;
    while (!isWhileItStarts && !isUp(log) && process.isAlive()) {
      change(System.nanoTime() + 1_000_000_000L); // three rounds in four test the running platform
      process.waitFor(300, TimeUnit.MILLISECONDS);
    }
    long end = System.nanoTime() + random.nextInt(LAST_MOMENT_MILLIS) * 1_000_000L;
    int changes = 0;
    while (System.nanoTime() < end) {
      change(end);
      changes++;
      // Changes the folder as a person or a deployment tool would between two starts, or leaves
      // such a change incomplete.
      process.waitFor(Math.min(random.nextInt(700), left(end)), TimeUnit.MILLISECONDS);
    }
    process.destroyForcibly().waitFor();
    return "%d changes, %d plugged".formatted(changes, plugged(log).size());
  }

  /** Starts the platform and returns when all jars in the folder are plugged. */
  Process startUp() throws IOException, InterruptedException {
    Path log = home.resolve("killed.log");
    Process process = start(List.of("sleep 60"), log);
    while (!isUp(log) && process.isAlive()) {
      process.waitFor(50, TimeUnit.MILLISECONDS);
    }
    return process;
  }

  private static boolean isUp(Path log) throws IOException {
    return Files.readString(log).contains("> sleep 60");
  }

  private static long left(long end) {
    return Math.max(0, (end - System.nanoTime()) / 1_000_000);
  }

  private void change(long end) throws IOException, InterruptedException {
    Path jar = supply.get(random.nextInt(supply.size()));
    Path target = plug().resolve(supply.indexOf(jar) + ".jar");
    switch (random.nextInt(5)) {
      case 0, 1 -> copyInPieces(jar, target, end);
      case 2 -> {
        Path part = plug().resolve("copy.part");
        Files.copy(jar, part, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        Files.move(part, target, java.nio.file.StandardCopyOption.ATOMIC_MOVE);
      }
      default -> Files.deleteIfExists(target);
    }
  }

  // The copying thread is killed with the platform if the moment comes before the copy is complete.
  private void copyInPieces(Path jar, Path target, long end)
      throws IOException, InterruptedException {
    byte[] bytes = Files.readAllBytes(jar);
    try (var out = Files.newOutputStream(target)) {
      for (int piece = 0; piece < PIECES && left(end) > 0; piece++) {
        int from = bytes.length * piece / PIECES;
        out.write(bytes, from, bytes.length * (piece + 1) / PIECES - from);
        TimeUnit.MILLISECONDS.sleep(Math.min(random.nextInt(60), left(end)));
      }
    }
  }

  /** Starts the platform twice and returns the errors. */
  List<String> problems() throws IOException, InterruptedException {
    List<String> problems = new ArrayList<>();
    Map<String, String> expected = expected();
    List<String> first = startAndEnd(problems);
    List<String> inOrder = new ArrayList<>();
    expected.forEach((bundle, version) -> inOrder.add(bundle + " " + version));
    if (!first.stream().sorted().toList().equals(inOrder)) {
      problems.add("the folder says " + inOrder + ", plugged were " + first);
    }
    List<String> second = startAndEnd(problems);
    if (!second.equals(first)) {
      problems.add("first " + first + ", after a restart " + second);
    }
    for (Path left : leftOver()) {
      problems.add("left behind: " + left);
    }
    return problems;
  }

  /** Returns bundle and version of the newest complete jar of each bundle in the folder. */
  private Map<String, String> expected() throws IOException {
    Map<String, Version> newest = new TreeMap<>();
    try (Stream<Path> files = Files.list(plug())) {
      files
          .filter(file -> file.toString().endsWith(".jar"))
          .forEach(file -> {
            Path copy = served().resolve(file.getFileName());
            boolean _ = addWhole(file, newest) || (Files.exists(copy) && addWhole(copy, newest));
          });
    }
    Map<String, String> expected = new TreeMap<>();
    newest.forEach((bundle, version) -> expected.put(bundle, version.toString()));
    return expected;
  }

  private static boolean addWhole(Path file, Map<String, Version> newest) {
    try (JarFile jar = new JarFile(file.toFile())) {
      var headers = jar.getManifest().getMainAttributes();
      newest.merge(
          headers.getValue("Bundle-SymbolicName"),
          Version.parseVersion(headers.getValue("Bundle-Version")),
          (a, b) -> a.compareTo(b) > 0 ? a : b);
      return true;
    } catch (java.util.zip.ZipException half) {
      return false; // the version that was plugged from it before stays plugged
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Returns the folder with the version of each jar that was plugged last. */
  private Path served() {
    return plug().resolve(".served");
  }

  private List<String> startAndEnd(List<String> problems) throws IOException, InterruptedException {
    Path log = home.resolve("started.log");
    Process process = start(List.of("lb kill"), log);
    if (!process.waitFor(Deadline.SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
      problems.add("it did not come up within %d s".formatted(Deadline.SECONDS));
    } else if (process.exitValue() != 0) {
      problems.add("it ended with " + process.exitValue() + ": " + Files.readString(log));
    }
    List<String> plugged = plugged(log);
    for (String line : Files.readAllLines(log)) {
      if (line.contains("kill.") && line.contains("|") && !line.contains("|Active")) {
        problems.add("not active: " + line);
      }
    }
    return plugged;
  }

  private static List<String> plugged(Path log) throws IOException {
    return Files.readAllLines(log, StandardCharsets.UTF_8).stream()
        .map(PLUGGED::matcher)
        .filter(Matcher::matches)
        .map(line -> line.group(1) + " " + line.group(2))
        .toList();
  }

  private List<Path> leftOver() throws IOException {
    List<Path> left = new ArrayList<>();
    try (Stream<Path> files = Files.list(temporary())) {
      files
          .filter(file -> !file.getFileName().toString().startsWith("hsperfdata"))
          .forEach(left::add);
    }
    for (Path draft : List.of(plug().resolve(".order.new"), served().resolve(".new"))) {
      if (Files.exists(draft)) {
        left.add(draft);
      }
    }
    return left;
  }

  private Process start(List<String> lines, Path log) throws IOException {
    Path script = Files.write(home.resolve("kill.script"), lines);
    return new ProcessBuilder(
            System.getProperty("java.home") + "/bin/java",
            "--add-modules=jdk.incubator.vector",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Djava.io.tmpdir=" + temporary(),
            "-Djackfield.home=" + home,
            "-cp",
            Distribution.root() + "/lib/*",
            "jackfield.launcher.Main",
            "run",
            script.toString())
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
  }
}
