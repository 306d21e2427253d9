package jackfield.tools.soak.swap;

import jackfield.spi.RemovedBundles.RemovedBundle;
import jackfield.spi.RemovedBundles.Verdict;
import jackfield.spi.SwapReport;
import jackfield.tools.soak.measure.Figure;
import jackfield.tools.soak.measure.Gaps;
import jackfield.tools.soak.measure.Level;
import jackfield.tools.soak.measure.Pauses;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The measurements of swaps under load; filled by the swapping thread. */
final class SwapResults {
  private static final long VERDICT_SECONDS = 20;
  private static final double MILLI = 1e6;
  private static final double MEBI = 1 << 20;

  private final List<Long> swaps = new ArrayList<>();
  private final Map<String, List<Long>> phases = new LinkedHashMap<>();
  private final List<Long> judged = Collections.synchronizedList(new ArrayList<>());
  private final List<CompletableFuture<?>> pending = new ArrayList<>(); // with dependent steps
  private int asked; // requested verdicts
  final List<Level> levels = new ArrayList<>();
  Gaps.Taken machine = Gaps.Taken.NONE; // windows in which threads only read the clock
  Gaps.Taken between = Gaps.Taken.NONE; // windows under load without a swap
  Gaps.Taken pauses = Gaps.Taken.NONE; // windows with a swap

  /** Adds a swap; only the numbers of its report are kept, as memory is measured too. */
  void add(SwapReport report) {
    swaps.add(report.nanos());
    for (SwapReport.Phase phase : report.phases()) {
      phases.computeIfAbsent(phase.name(), _ -> new ArrayList<>()).add(phase.nanos());
    }
  }

  /** Adds, when it is complete, the verdict on the bundle that a swap replaced. */
  void add(CompletableFuture<RemovedBundle> verdict) {
    asked++;
    pending.removeIf(CompletableFuture::isDone);
    pending.add(
        verdict.thenAccept(removed -> {
          if (removed.verdict() == Verdict.COLLECTED) {
            judged.add(removed.nanos());
          }
        }));
  }

  /** Returns the figures. */
  List<Figure> figures(long calls, long wrong, long leaked) {
    List<Figure> figures = new ArrayList<>();
    awaitVerdicts();
    figures.add(new Figure("swap.count", swaps.size(), "", 0));
    figures.add(new Figure("swap.calls", calls, "", 0));
    figures.add(new Figure("swap.wrong_or_lost", wrong, "", 0));
    figures.add(new Figure("swap.leaked", leaked, "", 0));
    figures.add(new Figure("swap.collected_late", asked - judged.size(), "", 0));
    phases.forEach((name, nanos) ->
        figures.add(percentile("swap.phase." + name + ".p50", sorted(nanos), 0.5, 0)));
    add(figures, "swap.to_gone", sorted(swaps), 300, 0);
    add(figures, "swap.to_collected", sorted(judged), 0, 5000);
    add(figures, "swap.pause", pauses.longest(), 0, 5);
    add(figures, "swap.pause.held", pauses.longestHeld(), 0, 0);
    add(figures, "swap.pause.own", pauses.longestOwn(), 0, 0);
    add(figures, "swap.pause_without", between.longest(), 0, 0);
    add(figures, "swap.pause_without.held", between.longestHeld(), 0, 0);
    add(figures, "swap.pause_without.own", between.longestOwn(), 0, 0);
    add(figures, "swap.pause_of_clock", machine.longest(), 0, 0);
    add(figures, "swap.pause_of_clock.held", machine.longestHeld(), 0, 0);
    add(figures, "swap.pause_of_clock.own", machine.longestOwn(), 0, 0);
    for (int i = 0; i < levels.size(); i++) {
      figures.add(new Figure("swap.heap." + i, levels.get(i).heapBytes() / MEBI, "MiB", 0));
      figures.add(new Figure("swap.tensors." + i, levels.get(i).hostBytes() / MEBI, "MiB", 0));
    }
    return figures;
  }

  private void awaitVerdicts() {
    var all = CompletableFuture.allOf(pending.toArray(CompletableFuture[]::new));
    all.completeOnTimeout(null, VERDICT_SECONDS, TimeUnit.SECONDS).join();
  }

  private static long[] sorted(List<Long> nanos) {
    return nanos.stream().mapToLong(Long::longValue).sorted().toArray();
  }

  private static void add(
      List<Figure> figures, String name, long[] sorted, double medianTarget, double tailTarget) {
    figures.add(percentile(name + ".p50", sorted, 0.5, medianTarget));
    figures.add(percentile(name + ".p99", sorted, 0.99, tailTarget));
    figures.add(percentile(name + ".max", sorted, 1, 0));
  }

  private static Figure percentile(String name, long[] sorted, double part, double target) {
    return new Figure(name, Pauses.percentile(sorted, part) / MILLI, "ms", target);
  }
}
