package jackfield.tools.soak.plug;

import jackfield.tools.soak.measure.PositiveOption;
import jackfield.tools.soak.measure.Tally;
import jackfield.tools.soak.measure.Uninterruptible;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code soak plug}: bundles are plugged and unplugged in the running platform while threads
 * compute.
 */
@Command(
    name = "plug",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Plugs, swaps, updates and unplugs bundles (backends, one with a native library, autograd,"
            + " profiler, some that fail) while threads train, infer and call operators. Ends with"
            + " 1 if a result was wrong, a call was lost or an unplugged bundle leaked.")
public final class PlugSoakCommand implements Callable<Integer> {
  private static final int INTERRUPTED = 130; // the exit code of shells for Ctrl-C

  private final PlugSoak.Services services;
  private final PrintStream out;

  @Spec private CommandSpec spec;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      description = "how long; default: ${DEFAULT-VALUE}")
  private double minutes = 1;

  @Option(names = "--seconds", paramLabel = "N", description = "how long, instead of minutes")
  private Double seconds; // null if the option is missing

  @Option(names = "--seed", paramLabel = "S", description = "repeats each thread's decisions")
  private long seed = ThreadLocalRandom.current().nextInt(1_000_000);

  @Option(
      names = "--workers",
      paramLabel = "N",
      description = "threads that compute; default: ${DEFAULT-VALUE}")
  private int workers = 2;

  @Option(
      names = "--sabotage",
      description = "makes one bundle compute wrongly, to see that this is found")
  private boolean isSabotaged;

  public PlugSoakCommand(PlugSoak.Services services, PrintStream out) {
    this.services = services;
    this.out = out;
  }

  @Override
  public Integer call() throws Exception {
    PositiveOption.require(spec, "--minutes", minutes);
    if (seconds != null) {
      PositiveOption.require(spec, "--seconds", seconds);
    }
    PositiveOption.require(spec, "--workers", workers);
    double length = seconds == null ? 60 * minutes : seconds;
    out.printf(Locale.ROOT, "soak plug: %.1f s, %d workers, --seed %d%n", length, workers, seed);
    Duration duration = Duration.ofMillis((long) (1_000 * length));
    PlugSoak.Load load = new PlugSoak.Load(duration, workers, seed, isSabotaged);
    PlugSoak soak = new PlugSoak(services, out);
    PlugReport report = Uninterruptible.run("soak", () -> soak.run(load), soak::endEarly);
    Tally checks = report.tally().checks;
    checks.showNew(problem -> out.println("failed: " + problem));
    report.lines().forEach(out::println);
    return checks.failed() > 0 ? 1 : Thread.currentThread().isInterrupted() ? INTERRUPTED : 0;
  }
}
