package jackfield.demo;

import jackfield.spi.Profiler.Cost;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/**
 * The output for the user: a progress bar that is redrawn on a terminal, one line per epoch
 * otherwise, and a paragraph for each plug event.
 */
final class ConsoleOutput {
  private static final int BAR = 24;

  private final PrintStream out;
  private final boolean isTerminal;
  private int shownEpoch = -1;

  ConsoleOutput(PrintStream out, boolean isTerminal) {
    this.out = out;
    this.isTerminal = isTerminal;
  }

  @SuppressWarnings(
      "AnnotateFormatMethod") // Error Prone's annotations are not a dependency of this module
  void say(String format, Object... values) {
    clear();
    out.println(String.format(Locale.ROOT, format, values));
  }

  /** Shows the progress of the training. */
  void progress(Training training) {
    int done = training.timeline().steps();
    int epoch = done / training.stepsPerEpoch();
    if (done == 0 || (!isTerminal && epoch == shownEpoch)) {
      return;
    }
    shownEpoch = epoch;
    int filled = BAR * done / training.totalSteps();
    String line =
        String.format(
            Locale.ROOT,
            "step %,5d/%,d  %s%s  %,8.0f images/s  loss %.3f",
            done,
            training.totalSteps(),
            "━".repeat(filled),
            "─".repeat(BAR - filled),
            training.timeline().imagesPerSecond(Math.max(0, done - 20), done),
            training.timeline().loss(done - 1));
    if (isTerminal) {
      out.print("\r\033[2K" + line);
      out.flush();
    } else {
      out.println(line);
    }
  }

  private void clear() {
    if (isTerminal) {
      out.print("\r\033[2K");
    }
  }

  /**
   * Shows a plug event, with the watched operator's row of the dispatch table before and after it.
   */
  void plugged(PlugEvent event, String before, String after) {
    say(
        "%-10s %s at step %,d in %.1f ms%n  before   %s%n  after    %s",
        event.action(), event.bundle(), event.at(), event.nanos() / 1e6, before, after);
  }

  /** Shows the operators that took the most time. */
  void costs(List<Cost> costs) {
    say(
        "%n  %-44s %9s %12s %10s",
        "the most expensive operators", "calls", "self, ms", "µs a call");
    for (Cost cost : costs.subList(0, Math.min(5, costs.size()))) {
      say(
          "  %-44s %,9d %,12.1f %,10.1f",
          cost.operator(),
          cost.calls(),
          cost.selfNanos() / 1e6,
          cost.selfNanos() / 1e3 / cost.calls());
    }
  }
}
