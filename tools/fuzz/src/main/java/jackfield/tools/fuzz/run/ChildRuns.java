package jackfield.tools.fuzz.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.stream.Stream;

/**
 * Runs cases in child JVMs. If a child dies, or a call takes longer than the limit, the current
 * case is lost and a new child continues with the next one.
 */
public final class ChildRuns {
  private static final long LOOK_MILLIS = 100;
  private static final Duration LONGEST_WITHOUT_CPU =
      Duration.ofSeconds(60); // generous, for a busy machine
  private static final Duration LONGEST_START = Duration.ofMinutes(3);
  private static final String MAIN = "jackfield.launcher.Main";
  private static final List<String> LIMITS =
      List.of(
          "-Xms256m",
          "-Xmx1g",
          "-XX:-CreateCoredumpOnCrash",
          "-XX:-OmitStackTraceInFastThrow",
          "-ea:jackfield.backend.cuda...", // finds kernels that would read host memory
          "-Djackfield.memory.budget=268435456");

  private final List<String> arguments;
  private final Duration longest;
  private final LongFunction<Lost> lost;
  private final PrintStream out;
  private final Map<String, Long> failures = new TreeMap<>(); // by title
  private long calls;
  private long last = -1; // the case that was started last
  private volatile String lastLine = ""; // lines of the child other than failures

  /**
   * A case during which its JVM died or was killed.
   *
   * @param subject the case in a few words
   * @param lines the lines that repeat it
   */
  public record Lost(String subject, String lines) {}

  /**
   * Creates the runs.
   *
   * @param arguments the command line of a child, without its first case and limits
   * @param longest the time limit of a call
   * @param lost describes a case, given its number
   */
  public ChildRuns(
      List<String> arguments, Duration longest, LongFunction<Lost> lost, PrintStream out) {
    this.arguments = arguments;
    this.longest = longest;
    this.lost = lost;
    this.out = out;
  }

  public long failed() {
    return failures.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns the number of cases that were started. */
  public long begun() {
    return last + 1;
  }

  /** Returns the number of calls that did not fail. */
  public long passed() {
    return Math.max(0, calls - failed());
  }

  /** Runs cases from number {@code first} until the limit, or until this thread is interrupted. */
  public void run(long first, Limit limit) throws IOException {
    Path folder = Files.createTempDirectory("jackfield-fuzz-");
    try {
      long next = first;
      while (next >= 0 && calls < limit.calls()) {
        next = one(next, limit, folder);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      delete(folder);
    }
    failures.forEach((title, count) -> out.printf("%,6d  %s%n", count, title));
  }

  /** Runs one child; returns the next case, negative if there is none. */
  private long one(long first, Limit limit, Path folder) throws IOException, InterruptedException {
    Path file = folder.resolve("progress");
    Files.deleteIfExists(file);
    Progress progress = Progress.in(file);
    progress.begin(-1);
    Process process = start(first, limit, folder);
    Thread reader = Thread.ofPlatform().daemon().name("fuzz-reader").start(() -> read(process));
    boolean isHanging;
    try {
      isHanging = watch(process, progress);
    } finally {
      process.destroyForcibly().onExit().join(); // also if this process is asked to end
      reader.join(); // the child's messages are counted
      calls += progress.calls();
      last = Math.max(last, progress.present());
    }
    if (progress.isOver()) {
      return -1;
    }
    long present = progress.present();
    if (present < 0) {
      String said = lastLine.isEmpty() ? "" : "; its last line: " + lastLine;
      throw new IOException(
          "the child ended with %d before any call%s".formatted(process.exitValue(), said));
    }
    died(present, isHanging, process.exitValue(), folder);
    return limit.deadlineMillis() <= System.currentTimeMillis() ? -1 : present + 1;
  }

  private Process start(long first, Limit limit, Path folder) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(LIMITS);
    command.add("-XX:ErrorFile=" + folder.resolve("crash"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN));
    command.addAll(arguments);
    command.addAll(List.of("--child", folder.resolve("progress").toString()));
    command.addAll(List.of("--from", Long.toString(first)));
    if (limit.calls() != Long.MAX_VALUE) {
      command.addAll(List.of("--calls", Long.toString(limit.calls() - calls)));
    }
    if (limit.deadlineMillis() != Long.MAX_VALUE) {
      command.addAll(List.of("--until", Long.toString(limit.deadlineMillis())));
    }
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().remove("JDK_JAVA_OPTIONS"); // the arguments contain them already
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    return builder.start();
  }

  private void read(Process process) {
    try (BufferedReader lines = process.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Message message = Message.read(line);
        if (message != null) {
          count(message.title(), message.text());
        } else if (!line.isBlank()) {
          lastLine = line;
        }
      }
    } catch (IOException _) {
      // the child is dead, and its output with it
    }
  }

  private synchronized void count(String title, String text) {
    if (failures.merge(title, 1L, Long::sum) == 1) {
      out.println(text);
    }
  }

  /** Waits for the end of the child; kills it and returns true if a call takes too long. */
  private boolean watch(Process process, Progress progress) throws InterruptedException {
    long lastCalls = -1;
    long since = System.nanoTime();
    Duration cpuBefore = Duration.ZERO;
    while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
      long now = System.nanoTime();
      Duration cpu = process.info().totalCpuDuration().orElse(Duration.ofDays(1));
      if (progress.calls() != lastCalls || progress.isOver()) {
        lastCalls = progress.calls();
        since = now;
        cpuBefore = cpu;
        continue;
      }
      Duration waited = Duration.ofNanos(now - since);
      boolean isBusy = cpu.minus(cpuBefore).compareTo(longest) > 0;
      Duration most = lastCalls == 0 ? LONGEST_START : isBusy ? longest : LONGEST_WITHOUT_CPU;
      if (waited.compareTo(most) > 0) {
        process.destroyForcibly();
        return true;
      }
    }
    return false;
  }

  private void died(long number, boolean isHanging, int code, Path folder) throws IOException {
    String kind = isHanging ? "takes longer than " + longest.toSeconds() + " s" : "the JVM dies";
    Lost subject = lost.apply(number);
    String title = subject.subject() + ": " + kind;
    String says = "case %d: the child ended with %d, %s".formatted(number, code, frame(folder));
    count(title, "// %s%n// %s%n%s".formatted(title, says, subject.lines()));
  }

  /** Returns the frame in which the JVM died, by its crash report, or its last output. */
  private String frame(Path folder) throws IOException {
    Path report = folder.resolve("crash");
    if (!Files.exists(report)) {
      return lastLine;
    }
    try (Stream<String> lines = Files.lines(report)) {
      return lines
          .filter(line -> (line.startsWith("#") && line.contains(" [")) || line.startsWith("# J "))
          .findFirst()
          .orElse("");
    } finally {
      Files.delete(report);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
