package jackfield.itests.stress;

import jackfield.spi.Departures.Departure;
import jackfield.spi.Departures.Verdict;
import jackfield.spi.SwapReport;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What was measured of swaps under load; filled by the thread that swaps. */
final class SwapResults {
  private static final long VERDICT_SECONDS = 20;
  private static final double MILLI = 1e6;
  private static final double MEBI = 1 << 20;

  final List<SwapReport> swaps = new ArrayList<>();
  final List<CompletableFuture<Departure>> verdicts = new ArrayList<>();
  final List<Level> levels = new ArrayList<>();
  Gaps.Taken machine = Gaps.Taken.NONE; // windows in which threads only read the clock
  Gaps.Taken between = Gaps.Taken.NONE; // windows under load without a swap
  Gaps.Taken pauses = Gaps.Taken.NONE; // those with one

  /** Returns the figures. */
  List<Figure> figures(long calls, long wrong, long leaked) {
    List<Figure> figures = new ArrayList<>();
    long[] judged = judged();
    figures.add(new Figure("swap.count", swaps.size(), "", 0));
    figures.add(new Figure("swap.calls", calls, "", 0));
    figures.add(new Figure("swap.wrong_or_lost", wrong, "", 0));
    figures.add(new Figure("swap.leaked", leaked, "", 0));
    figures.add(new Figure("swap.collected_late", verdicts.size() - judged.length, "", 0));
    addPhases(figures);
    add(figures, "swap.to_gone", sorted(swaps.stream().map(SwapReport::nanos)), 300, 0);
    add(figures, "swap.to_collected", judged, 0, 5000);
    add(figures, "swap.pause", pauses.longest(), 0, 5);
    add(figures, "swap.pause.held", pauses.longestHeld(), 0, 0);
    add(figures, "swap.pause_without", between.longest(), 0, 0);
    add(figures, "swap.pause_without.held", between.longestHeld(), 0, 0);
    add(figures, "swap.pause_of_clock", machine.longest(), 0, 0);
    add(figures, "swap.pause_of_clock.held", machine.longestHeld(), 0, 0);
    for (int i = 0; i < levels.size(); i++) {
      figures.add(new Figure("swap.heap." + i, levels.get(i).heapBytes() / MEBI, "MiB", 0));
      figures.add(new Figure("swap.tensors." + i, levels.get(i).hostBytes() / MEBI, "MiB", 0));
    }
    return figures;
  }

  /** Returns how long the verdicts took that found the class loader collected. */
  private long[] judged() {
    List<Long> nanos = new ArrayList<>();
    for (CompletableFuture<Departure> verdict : verdicts) {
      Departure departure =
          verdict.completeOnTimeout(null, VERDICT_SECONDS, TimeUnit.SECONDS).join();
      if (departure != null && departure.verdict() == Verdict.COLLECTED) {
        nanos.add(departure.nanos());
      }
    }
    return sorted(nanos.stream());
  }

  private void addPhases(List<Figure> figures) {
    for (int i = 0; i < (swaps.isEmpty() ? 0 : swaps.getFirst().phases().size()); i++) {
      int phase = i;
      String name = swaps.getFirst().phases().get(phase).name();
      long[] nanos = sorted(swaps.stream().map(swap -> swap.phases().get(phase).nanos()));
      figures.add(percentile("swap.phase." + name + ".p50", nanos, 0.5, 0));
    }
  }

  private static long[] sorted(Stream<Long> nanos) {
    return nanos.mapToLong(Long::longValue).sorted().toArray();
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
