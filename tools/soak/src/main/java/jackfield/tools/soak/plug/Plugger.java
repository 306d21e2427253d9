package jackfield.tools.soak.plug;

import jackfield.dispatch.Pin;
import jackfield.dispatch.PlugFailure;
import jackfield.kernel.Provenance;
import jackfield.spi.Profiler;
import jackfield.spi.RemovedBundles;
import jackfield.tools.soak.bundles.Freight;
import jackfield.tools.soak.bundles.Move;
import jackfield.tools.soak.bundles.Move.Sort;
import jackfield.tools.soak.bundles.Part;
import jackfield.tools.soak.bundles.Scene;
import jackfield.tools.soak.bundles.Stage;
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
 * Plugs, unplugs, swaps and updates at random; announces before each change the scene that calls
 * may meet from then on.
 */
final class Plugger implements Runnable {
  private static final long LOOK_MILLIS = 200;
  private static final long LONGEST_QUIET_NANOS = 100_000_000;

  private final Worker.Work work;
  private final Stage stage;
  private final Moves moves;
  private final Supplier<Profiler> profiler;
  private final Supplier<RemovedBundles> removedBundles;
  private final Map<Sort, List<Long>> times = new EnumMap<>(Sort.class);
  private final Map<Sort, List<Long>> cpuTimes = new EnumMap<>(Sort.class);
  private final List<Long> firstServed = new ArrayList<>();
  private final AtomicReference<CountDownLatch> asked = new AtomicReference<>();
  private final CountDownLatch isGone = new CountDownLatch(1);
  private final List<Level> levels = new CopyOnWriteArrayList<>();
  private Scene scene;
  private Move present; // the move that is being made
  private long last; // the duration of the last change
  private Profiler.Recording recording; // null while nothing is recorded

  Plugger(
      Worker.Work work,
      Stage stage,
      Moves moves,
      Supplier<Profiler> profiler,
      Supplier<RemovedBundles> removedBundles) {
    this.work = work;
    this.stage = stage;
    this.moves = moves;
    this.profiler = profiler;
    this.removedBundles = removedBundles;
    this.scene = work.scenes().latest();
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
        Move move = moves.next(scene);
        LockSupport.parkNanos(Math.min(last, LONGEST_QUIET_NANOS)); // windows of the same length
        turn(move);
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
      if (!scene.has(part) && (part != Part.NATIVE || Mappings.areKnown())) {
        turn(new Move(Sort.PLUG, part, 1));
      }
    }
    endRecording();
    try {
      levels.add(work.gate().alone(() -> Level.now(removedBundles.get())));
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

  private void turn(Move move) {
    present = move;
    work.pauses().turn();
    long start = System.nanoTime();
    long startCpu = ThreadFigures.cpuNanos();
    make(move);
    last = System.nanoTime() - start;
    work.pauses().turn();
    times.get(move.sort()).add(last);
    cpuTimes.get(move.sort()).add(ThreadFigures.cpuNanos() - startCpu);
    boolean isMisfit = move.sort() == Sort.MISFIT; // the plugged version stays plugged
    follow(isMisfit ? new Move(Sort.SWAP, move.part(), scene.version(move.part())) : move, start);
  }

  private void make(Move move) {
    if (move.sort() == Sort.REFUSED || move.sort() == Sort.MISFIT) {
      refused(move);
      return;
    }
    if (move.sort() == Sort.UPDATE) {
      work.scenes().announce(scene.with(move.part(), 0));
    }
    scene = scene.with(move.part(), move.version());
    work.scenes().announce(scene);
    stage.make(move);
    work.scenes().confirm();
  }

  private void refused(Move move) {
    try {
      stage.make(move);
      work.tally().checks.check(false, () -> "a bundle that fails was accepted: " + move);
    } catch (PlugFailure expected) {
      boolean isTyped = !expected.problem().isBlank() && !expected.remedy().isBlank();
      work.tally().checks.check(isTyped, expected::getMessage);
    }
  }

  /**
   * Checks that the plugged bundle is the provider, and that the unplugged bundle has released its
   * library.
   */
  private void follow(Move move, long start) {
    switch (move.part()) {
      case FAST -> checkServes("add.Tensor", move, start);
      case NATIVE -> {
        checkServes("tanh", move, start);
        long mapped = Mappings.count();
        boolean isRight = mapped == (scene.has(Part.NATIVE) ? 1 : 0);
        work.tally().checks.check(isRight, () -> mapped + " libraries are mapped after " + move);
      }
      case PROFILER -> record();
      case null, default -> {} // nothing to check beyond the results
    }
  }

  private void checkServes(String exercise, Move move, long start) {
    if (move.version() == 0) {
      return;
    }
    Exercise called =
        work.exercises().stream()
            .filter(each -> each.name().equals(exercise))
            .findFirst()
            .orElseThrow();
    try (Pin _ = Pin.open()) {
      Outcome outcome = Answers.run(called, new Gradients(null));
      if (move.sort() == Sort.PLUG) {
        firstServed.add(System.nanoTime() - start);
      }
      Provenance server = Answers.server(called.watched());
      String version = work.freight().text(move.part(), move.version());
      boolean isNew =
          server != null
              && server.bundle().equals(move.part().bundle)
              && server.version().equals(version);
      work.tally()
          .checks
          .check(
              isNew && !outcome.isError(),
              () -> "%s serves after %s: %s".formatted(server, move, outcome));
    }
  }

  /**
   * Records a profile from time to time, so that the profiler is sometimes unplugged while it
   * records.
   */
  private void record() {
    endRecording();
    if (scene.version(Part.PROFILER) == Freight.VERSIONS) {
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

  /** Returns the durations of the moves of one sort, in ascending order. */
  long[] sorted(Sort sort) {
    return times.get(sort).stream().mapToLong(Long::longValue).sorted().toArray();
  }

  /** Returns the CPU times of the moves of one sort on this thread, in ascending order. */
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
