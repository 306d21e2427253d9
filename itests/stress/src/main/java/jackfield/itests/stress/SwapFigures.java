package jackfield.itests.stress;

import jackfield.dispatch.JackfieldThread;
import jackfield.spi.Departures;
import jackfield.spi.Departures.Departure;
import jackfield.spi.Departures.Verdict;
import jackfield.spi.SwapReport;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Swaps one backend for another version of it, again and again, while threads compute with it: how
 * long a swap takes, and how long it and what follows it, such as collections for the verdict, hold
 * the callers up. Before that come windows of the same length in which nothing is swapped.
 */
final class SwapFigures {
  private static final int WARM_UP = 10; // swaps that do not count
  private static final Duration WINDOW = Duration.ofMillis(400); // a longer swap makes it longer
  private static final int QUIET_OF = 5; // a quiet window for each so many swaps
  private static final double MILLI = 1e6;

  private final PlugSoak.Services services;
  private final Departures departures; // null without the bundle that gives verdicts
  private final Tally tally = new Tally();
  private final Gaps gaps = new Gaps();
  private final List<SwapReport> swaps = new ArrayList<>();
  private final List<CompletableFuture<Departure>> verdicts = new ArrayList<>();
  private final CountDownLatch endEarly = new CountDownLatch(1);
  private long[] between = {}; // the gaps of windows without a swap, in order
  private long[] pauses = {}; // of those with one

  SwapFigures(PlugSoak.Services services, Departures departures) {
    this.services = services;
    this.departures = departures;
  }

  /** Returns what was checked. */
  Tally tally() {
    return tally;
  }

  /** Lets it end after the present swap, with the figures so far. */
  void endEarly() {
    endEarly.countDown();
  }

  /** Swaps {@code count} times under {@code callers} threads. */
  List<Figure> measure(int count, int callers) throws IOException, InterruptedException {
    try (Freight freight = Freight.of(services.distribution(), false);
        QuietOverrides _ = new QuietOverrides()) {
      Stage stage = new Stage(services.platform(), services.context(), freight);
      stage.clear(Part.FAST);
      stage.make(new Move(Move.Sort.PLUG, Part.FAST, 1));
      List<SwapCaller> running = new ArrayList<>();
      for (int i = 0; i < callers; i++) {
        running.add(new SwapCaller(services.aten(), gaps, tally));
      }
      List<Thread> threads =
          running.stream().<Thread>map(run -> new JackfieldThread("swap-caller", run)).toList();
      threads.forEach(Thread::start);
      try {
        underLoad(stage, count);
      } finally {
        running.forEach(SwapCaller::end);
        for (Thread thread : threads) {
          thread.join();
        }
        stage.clear(Part.FAST);
      }
      long wrong = tally.failed();
      long leaked = stage.loadersLeft();
      tally.check(leaked == 0, () -> leaked + " class loaders are still held");
      return figures(wrong, leaked);
    }
  }

  private void underLoad(Stage stage, int count) throws InterruptedException {
    for (int i = 0; i < WARM_UP && !isEarly(); i++) {
      swap(stage, i);
    }
    swaps.clear();
    pause(WINDOW.multipliedBy(5)); // the last verdicts of the warm-up
    gaps.restart();
    for (int i = 0; i <= count / QUIET_OF && !isEarly(); i++) {
      pause(WINDOW);
      gaps.open();
    }
    between = gaps.take();
    for (int i = 0; i < count && !isEarly(); i++) {
      swap(stage, WARM_UP + i);
      gaps.open();
    }
    pauses = gaps.take();
  }

  private void swap(Stage stage, int number) throws InterruptedException {
    int version = 1 + (number + 1) % Freight.VERSIONS;
    long replaced = stage.id(Part.FAST);
    stage.make(new Move(Move.Sort.SWAP, Part.FAST, version));
    swaps.add(stage.lastSwap());
    if (departures != null) {
      verdicts.add(departures.verdict(replaced).orElseThrow());
    }
    pause(WINDOW.minusNanos(stage.lastSwap().nanos()));
  }

  private void pause(Duration duration) throws InterruptedException {
    boolean _ = endEarly.await(duration.toNanos(), TimeUnit.NANOSECONDS);
  }

  private boolean isEarly() {
    return endEarly.getCount() == 0;
  }

  // ---- figures

  private List<Figure> figures(long wrong, long leaked) {
    List<Long> judged = new ArrayList<>();
    for (CompletableFuture<Departure> verdict : verdicts) {
      Departure departure = verdict.completeOnTimeout(null, 20, TimeUnit.SECONDS).join();
      if (departure != null && departure.verdict() == Verdict.COLLECTED) {
        judged.add(departure.nanos());
      }
    }
    List<Figure> figures = new ArrayList<>();
    figures.add(new Figure("swap.count", swaps.size(), "", 0));
    figures.add(new Figure("swap.calls", tally.calls.sum(), "", 0));
    figures.add(new Figure("swap.wrong_or_lost", wrong, "", 0));
    figures.add(new Figure("swap.leaked", leaked, "", 0));
    figures.add(new Figure("swap.collected_late", verdicts.size() - judged.size(), "", 0));
    addPhases(figures);
    add(figures, "swap.to_gone", sorted(swaps.stream().map(SwapReport::nanos)), 300, 0);
    add(figures, "swap.to_collected", sorted(judged.stream()), 0, 5000);
    add(figures, "swap.pause", pauses, 0, 5);
    add(figures, "swap.pause_without", between, 0, 0);
    return figures;
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
