package jackfield.tools.soak.swap;

import jackfield.context.JackfieldThread;
import jackfield.spi.RemovedBundles;
import jackfield.spi.RemovedBundles.Policy;
import jackfield.spi.SwapReport;
import jackfield.tools.soak.bundles.BundleChange;
import jackfield.tools.soak.bundles.BundleChanger;
import jackfield.tools.soak.bundles.Part;
import jackfield.tools.soak.bundles.SoakBundles;
import jackfield.tools.soak.measure.Figure;
import jackfield.tools.soak.measure.Gaps;
import jackfield.tools.soak.measure.Level;
import jackfield.tools.soak.measure.QuietOverrides;
import jackfield.tools.soak.measure.Stop;
import jackfield.tools.soak.measure.StopRecording;
import jackfield.tools.soak.measure.StopTable;
import jackfield.tools.soak.measure.Tally;
import jackfield.tools.soak.measure.VerdictPolicy;
import jackfield.tools.soak.plug.PlugSoak;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Swaps one backend for another version of it, repeatedly, while threads compute with it. Measures
 * the duration of a swap, and the pauses of callers that the swap and its consequences, such as
 * collections for the verdict, cause. Windows of the same length without swaps are measured before
 * that. Before those come windows in which as many threads only read the clock, to measure the
 * machine's own pauses.
 */
final class SwapFigures {
  private static final int WARM_UP = 10; // the most swaps that are not measured
  private static final Duration WINDOW =
      Duration.ofMillis(400); // a window without swaps; longer swaps lengthen it
  private static final int QUIET_OF = 5; // one window without swaps for this many swaps
  private static final int MANY =
      2_000; // histories of a thousand entries are full after half of this many swaps

  private final PlugSoak.Services services;
  private final RemovedBundles removedBundles; // null without the bundle that gives verdicts
  private final Tally tally = new Tally();
  private final Gaps gaps = new Gaps();
  private final SwapResults results = new SwapResults();
  private List<Stop> stops = List.of();
  private int version = 1; // the version that is plugged
  private final CountDownLatch endEarly = new CountDownLatch(1);

  SwapFigures(PlugSoak.Services services) {
    this.services = services;
    this.removedBundles = services.removedBundles().get();
  }

  /** Returns the counts of checks. */
  Tally tally() {
    return tally;
  }

  /** Returns the pauses of callers, by cause; empty where the JVM cannot record them. */
  List<StopTable.Row> stops() {
    return stops.isEmpty()
        ? List.of()
        : StopTable.rows(stops, results.pauses.spans(), results.between.spans());
  }

  /** Ends the run after the current swap, with the figures so far. */
  void endEarly() {
    endEarly.countDown();
  }

  /** The work of the measuring thread while other threads compute. */
  @FunctionalInterface
  private interface Work {
    void run() throws InterruptedException;
  }

  /**
   * Swaps {@code count} times under {@code callers} threads, while unplugged bundles are judged by
   * the given policy.
   */
  List<Figure> measure(int count, int callers, Policy policy)
      throws IOException, InterruptedException {
    try (VerdictPolicy _ = new VerdictPolicy(services.context(), removedBundles, policy)) {
      return measure(count, callers);
    }
  }

  /** Swaps {@code count} times under {@code callers} threads. */
  List<Figure> measure(int count, int callers) throws IOException, InterruptedException {
    try (StopRecording recording = new StopRecording();
        SoakBundles bundles = SoakBundles.of(services.distribution(), false);
        QuietOverrides _ = new QuietOverrides()) {
      BundleChanger changer = new BundleChanger(services.platform(), services.context(), bundles);
      changer.clear(Part.FAST);
      changer.apply(new BundleChange(BundleChange.Sort.PLUG, Part.FAST, version));
      try {
        run(changer, count, callers);
        stops = recording.take();
      } finally {
        changer.clear(Part.FAST);
      }
      return figures(count, changer.loadersLeft());
    }
  }

  private void run(BundleChanger changer, int count, int callers) throws InterruptedException {
    int half = count / 2;
    under(callers, () -> new ClockReader(gaps), () -> results.machine = quiet(count));
    under(
        callers,
        this::caller,
        () -> {
          warmUp(changer, count);
          results.between = quiet(count);
          swap(changer, half);
        });
    results.levels.add(Level.now(removedBundles));
    under(
        callers,
        this::caller,
        () -> {
          // Compiled code is discarded after this many collections without a call.
          warmUp(changer, count);
          swap(changer, count - half);
        });
    results.levels.add(Level.now(removedBundles));
    results.pauses = gaps.take();
  }

  private SwapCaller caller() {
    return new SwapCaller(services.aten(), gaps, tally);
  }

  private void under(int threads, Supplier<RepeatedTask> work, Work measured)
      throws InterruptedException {
    List<RepeatedTask> tasks = Stream.generate(work).limit(threads).toList();
    List<Thread> running =
        tasks.stream().<Thread>map(run -> new JackfieldThread("swap-load", run)).toList();
    for (Thread thread : running) {
      thread.setUncaughtExceptionHandler(
          (_, cause) -> tally.check(false, () -> "a thread of the load ended with " + cause));
      thread.start();
    }
    try {
      measured.run();
    } finally {
      tasks.forEach(RepeatedTask::end);
      for (Thread thread : running) {
        thread.join();
      }
    }
  }

  private void warmUp(BundleChanger changer, int count) throws InterruptedException {
    for (int i = 0; i < Math.min(WARM_UP, count) && !isEarly(); i++) {
      swap(changer);
    }
    pause(WINDOW.multipliedBy(5)); // the last verdicts of the warm-up
    gaps.skip();
  }

  private Gaps.Taken quiet(int count) throws InterruptedException {
    gaps.skip();
    for (int i = 0; i <= count / QUIET_OF && !isEarly(); i++) {
      pause(WINDOW);
      gaps.open();
    }
    return gaps.take();
  }

  private void swap(BundleChanger changer, int times) throws InterruptedException {
    for (int i = 0; i < times && !isEarly(); i++) {
      long replaced = changer.id(Part.FAST);
      SwapReport report = swap(changer);
      results.add(report);
      if (removedBundles != null) {
        results.add(removedBundles.verdict(replaced).orElseThrow());
      }
      gaps.open();
    }
  }

  private SwapReport swap(BundleChanger changer) throws InterruptedException {
    version = 1 + version % SoakBundles.VERSIONS;
    changer.apply(new BundleChange(BundleChange.Sort.SWAP, Part.FAST, version));
    pause(WINDOW.minusNanos(changer.lastSwap().nanos()));
    return changer.lastSwap();
  }

  private void pause(Duration duration) throws InterruptedException {
    boolean _ = endEarly.await(duration.toNanos(), TimeUnit.NANOSECONDS);
  }

  private boolean isEarly() {
    return endEarly.getCount() == 0;
  }

  private List<Figure> figures(int count, long leaked) {
    long wrong = tally.failed();
    tally.check(leaked == 0, () -> leaked + " class loaders are still held");
    List<Level> levels = results.levels;
    if (count >= MANY && !isEarly()) {
      tally.check(
          levels.getLast().isAsMuchAs(levels.getFirst(), 0), () -> "memory has grown: " + levels);
    }
    return results.figures(tally.calls.sum(), wrong, leaked);
  }
}
