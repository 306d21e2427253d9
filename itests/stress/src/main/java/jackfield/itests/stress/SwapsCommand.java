package jackfield.itests.stress;

import jackfield.spi.Departures;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code soak swaps}: what swapping a backend costs its callers. */
@Command(
    name = "swaps",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Swaps the fast backend for another version of it, again and again, under callers that use"
            + " it. Measures swaps and the callers' pauses, with what they are between swaps. Ends"
            + " with 1 if a result was wrong, a call was lost or what left is not collected.")
final class SwapsCommand implements Callable<Integer> {
  private static final int INTERRUPTED = 130; // as shells report Ctrl-C

  private final PlugSoak.Services services;
  private final Supplier<Departures> departures;
  private final PrintStream out;

  @Option(names = "--count", paramLabel = "N", description = "swaps; default: ${DEFAULT-VALUE}")
  private int count = 100;

  @Option(names = "--callers", paramLabel = "N", description = "threads; default: ${DEFAULT-VALUE}")
  private int callers = 2;

  @Option(names = "--json", description = "one JSON object a figure")
  private boolean json;

  SwapsCommand(PlugSoak.Services services, Supplier<Departures> departures, PrintStream out) {
    this.services = services;
    this.departures = departures;
    this.out = out;
  }

  @Override
  public Integer call() throws Exception {
    if (!json) {
      out.printf("soak swaps: %,d swaps, %d callers%n", count, callers);
    }
    SwapFigures swaps = new SwapFigures(services, departures.get());
    List<Figure> figures =
        Unhurried.run("swapper", () -> swaps.measure(count, callers), swaps::endEarly);
    swaps.tally().showNew(problem -> out.println("failed: " + problem));
    figures.forEach(figure -> out.println(json ? figure.json() : figure.text()));
    out.printf("%,d passed, %,d failed%n", swaps.tally().passed(), swaps.tally().failed());
    return swaps.tally().failed() > 0
        ? 1
        : Thread.currentThread().isInterrupted() ? INTERRUPTED : 0;
  }
}
