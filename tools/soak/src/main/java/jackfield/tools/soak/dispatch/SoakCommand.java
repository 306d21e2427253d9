package jackfield.tools.soak.dispatch;

import jackfield.dispatch.Dispatcher;
import jackfield.tools.soak.measure.PositiveOption;
import jackfield.tools.soak.measure.QuietOverrides;
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

/** {@code soak dispatch}: threads that register and close, threads that call, and an oracle. */
@Command(
    name = "dispatch",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Registers, overrides and closes kernels and fallbacks while other threads call (typed,"
            + " boxed, by redispatch, in regions). Ends with 1 if an answer was wrong.")
public final class SoakCommand implements Callable<Integer> {
  private static final int INTERRUPTED = 130; // the exit code of shells for Ctrl-C

  private final Dispatcher dispatcher;
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
      names = "--callers",
      paramLabel = "N",
      description = "default: one a core, but at least 2")
  private int callers = Math.max(2, Runtime.getRuntime().availableProcessors());

  @Option(names = "--changers", paramLabel = "N", description = "default: ${DEFAULT-VALUE}")
  private int changers = 2;

  public SoakCommand(Dispatcher dispatcher, PrintStream out) {
    this.dispatcher = dispatcher;
    this.out = out;
  }

  @Override
  public Integer call() throws Exception {
    PositiveOption.require(spec, "--minutes", minutes);
    if (seconds != null) {
      PositiveOption.require(spec, "--seconds", seconds);
    }
    PositiveOption.require(spec, "--callers", callers);
    PositiveOption.require(spec, "--changers", changers);
    double length = seconds == null ? 60 * minutes : seconds;
    out.printf(
        Locale.ROOT,
        "soak dispatch: %.1f s, %d callers, %d changers, --seed %d%n",
        length,
        callers,
        changers,
        seed);
    Tally tally = run(Duration.ofMillis((long) (1_000 * length)));
    tally.showNew(problem -> out.println("failed: " + problem));
    out.printf(
        Locale.ROOT,
        "%,d calls, %,d changes, %,d first calls of a thread, longest drain %.1f ms · "
            + "%d passed, %d failed%n",
        tally.calls.sum(),
        tally.changes.sum(),
        tally.newcomers.sum(),
        tally.longestDrainNanos.get() / 1e6,
        tally.passed(),
        tally.failed());
    return tally.failed() > 0 ? 1 : Thread.currentThread().isInterrupted() ? INTERRUPTED : 0;
  }

  private Tally run(Duration length) throws Exception {
    DispatchSoak soak = new DispatchSoak(dispatcher);
    try (QuietOverrides _ = new QuietOverrides()) {
      return Uninterruptible.run(
          "soak", () -> soak.run(length, callers, changers, seed), soak::endEarly);
    }
  }
}
