package jackfield.tools.soak.plug;

import jackfield.dispatch.Pin;
import jackfield.dispatch.PlugFailure;
import jackfield.kernel.Provenance;
import jackfield.spi.Profiler;
import jackfield.spi.RemovedBundles;
import jackfield.tools.soak.bundles.BundleChange;
import jackfield.tools.soak.bundles.BundleChange.Sort;
import jackfield.tools.soak.bundles.BundleChanger;
import jackfield.tools.soak.bundles.Part;
import jackfield.tools.soak.bundles.PluggedSet;
import jackfield.tools.soak.bundles.SoakBundles;
import jackfield.tools.soak.measure.Level;
import jackfield.tools.soak.measure.Mappings;
import jackfield.tools.soak.measure.ThreadFigures;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Plugs, unplugs, swaps and updates at random; announces before each change the set that calls may
 * meet from then on.
 */
final class Plugger implements Runnable {
  private static final long LOOK_MILLIS = 200;
  private static final long LONGEST_QUIET_NANOS = 100_000_000;

  private final Worker.Work work;
  private final BundleChanger changer;
  private final RandomChanges changes;
  private final Supplier<Profiler> profiler;
  private final Supplier<RemovedBundles> removedBundles;
  private final Map<Sort, List<Long>> times = new EnumMap<>(Sort.class);
  private final Map<Sort, List<Long>> cpuTimes = new EnumMap<>(Sort.class);
  private final List<Long> firstServed = new ArrayList<>();
  private final AtomicReference<CountDownLatch> asked = new AtomicReference<>();
  private final CountDownLatch isGone = new CountDownLatch(1);
  private final List<Level> levels = new CopyOnWriteArrayList<>();
  private PluggedSet set;
  private BundleChange present; // the change that is being made
  private long last; // the duration of the last change
  private Profiler.Recording recording; // null while nothing is recorded

  Plugger(
      Worker.Work work,
      BundleChanger changer,
      RandomChanges changes,
      Supplier<Profiler> profiler,
      Supplier<RemovedBundles> removedBundles) {
    this.work = work;
    this.changer = changer;
    this.changes = changes;
    this.profiler = profiler;
    this.removedBundles = removedBundles;
    this.set = work.sets().latest();
    for (Sort sort : Sort.values()) {
      times.put(sort, new ArrayList<>());
      cpuTimes.put(sort, new ArrayList<>());
    }
  }

  @Override
  public void run() {
    try {
      while (!work.isOver().get()) {
        if (asked.get() != null) {
          measure();
        }
        BundleChange change = changes.next(set);
        LockSupport.parkNanos(Math.min(last, LONGEST_QUIET_NANOS)); // windows of the same length
        turn(change);
      }
    } catch (RuntimeException | Error failed) { // the platform rejected a valid request
      work.tally().crashes.increment();
      work.tally().checks.check(false, () -> "after %s: %s".formatted(present, failed));
    } finally {
      isGone.countDown();
      endRecording();
    }
  }

  /** Measures the memory with all parts plugged. */
  private void measure() {
    for (Part part : Part.values()) {
      if (!set.has(part) && (part != Part.NATIVE || Mappings.areKnown())) {
        turn(new BundleChange(Sort.PLUG, part, 1));
      }
    }
    endRecording();
    try {
      levels.add(work.measurementLock().alone(() -> Level.now(removedBundles.get())));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    asked.getAndSet(null).countDown();
  }

  /** Requests a memory measurement and waits for it; returns at once if none will follow. */
  void awaitLevel() throws InterruptedException {
    CountDownLatch mine = new CountDownLatch(1);
    asked.set(mine);
    boolean isMeasured = false;
    while (!isMeasured && isGone.getCount() > 0) {
      isMeasured = mine.await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  /** Returns the measurements, in order. */
  List<Level> levels() {
    return levels;
  }

  private void turn(BundleChange change) {
    present = change;
    work.pauses().turn();
    long start = System.nanoTime();
    long startCpu = ThreadFigures.cpuNanos();
    apply(change);
    last = System.nanoTime() - start;
    work.pauses().turn();
    times.get(change.sort()).add(last);
    cpuTimes.get(change.sort()).add(ThreadFigures.cpuNanos() - startCpu);
    boolean isMisfit = change.sort() == Sort.MISFIT; // the plugged version stays plugged
    follow(
        isMisfit ? new BundleChange(Sort.SWAP, change.part(), set.version(change.part())) : change,
        start);
  }

  private void apply(BundleChange change) {
    if (change.sort() == Sort.REFUSED || change.sort() == Sort.MISFIT) {
      refused(change);
      return;
    }
    if (change.sort() == Sort.UPDATE) {
      work.sets().announce(set.with(change.part(), 0));
    }
    set = set.with(change.part(), change.version());
    work.sets().announce(set);
    changer.apply(change);
    work.sets().confirm();
  }

  private void refused(BundleChange change) {
    try {
      changer.apply(change);
      work.tally().checks.check(false, () -> "a bundle that fails was accepted: " + change);
    } catch (PlugFailure expected) {
      boolean isTyped = !expected.problem().isBlank() && !expected.remedy().isBlank();
      work.tally().checks.check(isTyped, expected::getMessage);
    }
  }

  /**
   * Checks that the plugged bundle is the provider, and that the unplugged bundle has released its
   * library.
   */
  private void follow(BundleChange change, long start) {
    switch (change.part()) {
      case FAST -> checkServes("add.Tensor", change, start);
      case NATIVE -> {
        checkServes("tanh", change, start);
        long mapped = Mappings.count();
        boolean isRight = mapped == (set.has(Part.NATIVE) ? 1 : 0);
        work.tally().checks.check(isRight, () -> mapped + " libraries are mapped after " + change);
      }
      case PROFILER -> record();
      case null, default -> {} // nothing to check beyond the results
    }
  }

  private void checkServes(String exercise, BundleChange change, long start) {
    if (change.version() == 0) {
      return;
    }
    Exercise called =
        work.exercises().stream()
            .filter(each -> each.name().equals(exercise))
            .findFirst()
            .orElseThrow();
    try (Pin _ = Pin.open()) {
      Outcome outcome = Answers.run(called, new Gradients(null));
      if (change.sort() == Sort.PLUG) {
        firstServed.add(System.nanoTime() - start);
      }
      Provenance server = Answers.server(called.watched());
      String version = work.bundles().text(change.part(), change.version());
      boolean isNew =
          server != null
              && server.bundle().equals(change.part().bundle)
              && server.version().equals(version);
      work.tally()
          .checks
          .check(
              isNew && !outcome.isError(),
              () -> "%s serves after %s: %s".formatted(server, change, outcome));
    }
  }

  /**
   * Records a profile from time to time, so that the profiler is sometimes unplugged while it
   * records.
   */
  private void record() {
    endRecording();
    if (set.version(Part.PROFILER) == SoakBundles.VERSIONS) {
      recording = profiler.get().start();
    }
  }

  private void endRecording() {
    if (recording == null) {
      return;
    }
    try {
      recording.close();
    } catch (RuntimeException failed) {
      work.tally().checks.check(false, () -> "a recording does not end: " + failed);
    }
    recording = null;
  }

  /** Returns the durations of the changes of one sort, in ascending order. */
  long[] sorted(Sort sort) {
    return times.get(sort).stream().mapToLong(Long::longValue).sorted().toArray();
  }

  /** Returns the CPU times of the changes of one sort on this thread, in ascending order. */
  long[] sortedCpu(Sort sort) {
    return cpuTimes.get(sort).stream().mapToLong(Long::longValue).sorted().toArray();
  }

  /**
   * Returns the times from the command to plug until the end of the first call of the bundle's
   * kernel.
   */
  long[] firstServed() {
    return firstServed.stream().mapToLong(Long::longValue).sorted().toArray();
  }
}
