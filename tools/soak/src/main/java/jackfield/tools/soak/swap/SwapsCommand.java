package jackfield.tools.soak.swap;

import jackfield.spi.RemovedBundles.Policy;
import jackfield.tools.soak.measure.Figure;
import jackfield.tools.soak.measure.PositiveOption;
import jackfield.tools.soak.measure.StopTable;
import jackfield.tools.soak.measure.Uninterruptible;
import jackfield.tools.soak.plug.PlugSoak;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code soak swaps}: measures what swapping a backend costs its callers. */
@Command(
    name = "swaps",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Swaps the fast backend for another version of it, again and again, under callers that use"
            + " it. Measures swaps and the callers' pauses, by cause too, what they are between swaps"
            + " and what they are where threads only read the clock. Ends with 1 if a"
            + " result was wrong, a call was lost, a replaced bundle is not collected or, from 2000"
            + " swaps on, memory has grown by more than 5 %%.")
public final class SwapsCommand implements Callable<Integer> {
  private static final int INTERRUPTED = 130; // the exit code of shells for Ctrl-C

  private final PlugSoak.Services services;
  private final PrintStream out;

  @Spec private CommandSpec spec;

  @Option(names = "--count", paramLabel = "N", description = "swaps; default: ${DEFAULT-VALUE}")
  private int count = 100;

  @Option(names = "--callers", paramLabel = "N", description = "threads; default: ${DEFAULT-VALUE}")
  private int callers = 2;

  @Option(
      names = "--verdict",
      paramLabel = "POLICY",
      description =
          "when a replaced bundle is judged: prompt (asks for collections and dumps) or"
              + " natural (when the collector comes by); default: as configured")
  private Policy verdict; // null if the option is missing

  @Option(names = "--json", description = "one JSON object a figure")
  private boolean json;

  public SwapsCommand(PlugSoak.Services services, PrintStream out) {
    this.services = services;
    this.out = out;
  }

  @Override
  public Integer call() throws Exception {
    PositiveOption.require(spec, "--count", count);
    PositiveOption.require(spec, "--callers", callers);
    if (!json) {
      out.printf("soak swaps: %,d swaps, %d callers%n", count, callers);
    }
    SwapFigures swaps = new SwapFigures(services);
    List<Figure> figures = Uninterruptible.run("swapper", () -> measure(swaps), swaps::endEarly);
    swaps.tally().showNew(problem -> out.println("failed: " + problem));
    figures.forEach(figure -> out.println(json ? figure.json() : figure.text()));
    List<StopTable.Row> stops = swaps.stops();
    if (json) {
      stops.forEach(row -> out.println(row.json()));
    } else if (!stops.isEmpty()) {
      StopTable.lines(stops).forEach(out::println);
    }
    out.printf("%,d passed, %,d failed%n", swaps.tally().passed(), swaps.tally().failed());
    return swaps.tally().failed() > 0
        ? 1
        : Thread.currentThread().isInterrupted() ? INTERRUPTED : 0;
  }

  private List<Figure> measure(SwapFigures swaps) throws Exception {
    return verdict == null ? swaps.measure(count, callers) : swaps.measure(count, callers, verdict);
  }
}
