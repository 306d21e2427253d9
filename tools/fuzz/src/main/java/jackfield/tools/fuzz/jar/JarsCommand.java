package jackfield.tools.fuzz.jar;

import jackfield.dispatch.Dispatcher;
import jackfield.spi.Platform;
import jackfield.tools.fuzz.run.ChildRuns;
import jackfield.tools.fuzz.run.Limit;
import jackfield.tools.fuzz.run.Message;
import jackfield.tools.fuzz.run.Progress;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.osgi.framework.BundleContext;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code fuzz jars}: plugs damaged bundles. */
@Command(
    name = "jars",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Plugs, swaps and updates with broken copies of bundles. Each must be refused with a"
            + " reason, and change nothing then, or serve and answer rightly, within 30 s. Ends"
            + " with 1 if one did not.")
public final class JarsCommand implements Callable<Integer> {
  /** The services that a run needs. */
  public record Services(
      BundleContext context, Dispatcher dispatcher, Platform platform, Path distribution) {}

  private static final int INTERRUPTED = 130; // the exit code of shells for Ctrl-C
  private static final Duration LONGEST_CALL = Duration.ofSeconds(30);

  private final Services services;
  private final PrintStream out;

  @Spec private CommandSpec spec;

  @Option(names = "--count", paramLabel = "N", description = "how many jars; default: 100")
  private long count = 100;

  @Option(names = "--seed", paramLabel = "S", description = "repeats the jars of a run")
  private long seed = ThreadLocalRandom.current().nextInt(1_000_000);

  @Option(names = "--case", paramLabel = "N", description = "runs this case alone")
  private Long only;

  @Option(names = "--child", hidden = true, description = "runs here, and notes progress in a file")
  private Path child;

  @Option(names = "--from", hidden = true, description = "the number of the first case")
  private long from;

  public JarsCommand(Services services, PrintStream out) {
    this.services = services;
    this.out = out;
  }

  @Override
  public Integer call() throws IOException {
    if (count < 1) {
      throw new ParameterException(
          spec.commandLine(), "--count: expected 1 or more, found " + count);
    }
    if (child != null) {
      runAll(Progress.in(child));
      return 0;
    }
    if (only != null) {
      return runAlone();
    }
    out.printf("fuzz jars: --count %d --seed %d%n", count, seed);
    List<String> arguments =
        List.of("fuzz", "jars", "--seed", Long.toString(seed), "--count", Long.toString(count));
    ChildRuns runs = new ChildRuns(arguments, LONGEST_CALL, this::lost, out);
    runs.run(0, new Limit(Long.MAX_VALUE, Long.MAX_VALUE));
    out.printf("%,d passed, %,d failed%n", runs.begun() - runs.failed(), runs.failed());
    return runs.failed() > 0 ? 1 : Thread.currentThread().isInterrupted() ? INTERRUPTED : 0;
  }

  private ChildRuns.Lost lost(long number) {
    JarCase broken = JarCase.of(seed, number);
    return new ChildRuns.Lost(broken.subject(), broken.command());
  }

  private int runAlone() throws IOException {
    Path folder = Files.createTempDirectory("jackfield-fuzz-jar-");
    Path file = folder.resolve("progress");
    try {
      Optional<Message> failure = fuzz(folder, Progress.in(file)).check(JarCase.of(seed, only));
      out.println(failure.map(Message::text).orElse(JarCase.of(seed, only).subject()));
      return failure.isPresent() ? 1 : 0;
    } finally {
      Files.delete(file);
      Files.delete(folder);
    }
  }

  private void runAll(Progress progress) throws IOException {
    Path folder = Files.createTempDirectory("jackfield-fuzz-jar-");
    try {
      JarFuzz fuzz = fuzz(folder, progress);
      for (long number = from; number < count; number++) {
        progress.begin(number);
        fuzz.check(JarCase.of(seed, number)).ifPresent(failure -> out.println(failure.line()));
      }
      progress.end();
    } finally {
      Files.delete(folder);
    }
  }

  private JarFuzz fuzz(Path folder, Progress progress) {
    return new JarFuzz(
        services.context(),
        services.dispatcher(),
        services.platform(),
        services.distribution(),
        folder,
        progress);
  }
}
