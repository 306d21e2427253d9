package jackfield.tools.soak.dispatch;

import jackfield.context.JackfieldThread;
import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.Registration;
import jackfield.kernel.Provenance;
import jackfield.report.OperatorReport;
import jackfield.schema.OperatorName;
import jackfield.tools.soak.measure.Tally;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Threads that plug and unplug, threads that call, and an oracle that knows the permitted answers
 * of each call. The seed determines the decisions of each thread, but not their interleaving.
 */
public final class DispatchSoak {
  private static final int SUBJECTS = 6;
  // A busy machine collects late, and its JIT compiler holds what it compiles.
  private static final Duration COLLECTION = Duration.ofSeconds(60);
  private static final long SEEDS_APART = 0x9E3779B97F4A7C15L;

  private final Dispatcher dispatcher;
  private final Tally tally = new Tally();
  private final AtomicBoolean isOver = new AtomicBoolean();
  private final CountDownLatch endEarly = new CountDownLatch(1);
  private final AtomicLong numbers = new AtomicLong();
  private final List<Subject> subjects = new ArrayList<>();
  private final List<Changer> changers = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();

  public DispatchSoak(Dispatcher dispatcher) {
    this.dispatcher = dispatcher;
  }

  /** Ends the run early, with all its final checks. */
  void endEarly() {
    endEarly.countDown();
  }

  /** Runs and returns the counts. */
  public Tally run(Duration duration, int callers, int changing, long seed)
      throws InterruptedException {
    List<Object> before = dump();
    for (int i = 0; i < SUBJECTS; i++) {
      subjects.add(new Subject(dispatcher, "subject" + i));
    }
    try (Registration _ =
        dispatcher.commit(
            Provenance.of("soak"),
            changes -> subjects.forEach(subject -> subject.define(changes)))) {
      start(callers, changing, seed);
      watch(duration);
      isOver.set(true);
      awaitThreads();
    }
    tally.check(
        dump().equals(before), () -> "the dispatcher's dump differs from that before the soak");
    checkCollected();
    return tally;
  }

  private void start(int callers, int changing, long seed) {
    for (int i = 0; i < changing; i++) {
      Changer changer =
          new Changer(
              dispatcher, subjects, numbers, i == 0, seed + i * SEEDS_APART, tally, isOver::get);
      changers.add(changer);
      threads.add(new JackfieldThread("soak-changer-" + i, changer));
    }
    for (int i = 0; i < callers; i++) {
      Caller caller = new Caller(subjects, ~seed + i * SEEDS_APART, tally, isOver::get);
      String name = "soak-caller-" + i;
      threads.add(i % 2 == 0 ? new JackfieldThread(name, caller) : new Thread(caller, name));
    }
    for (Thread thread : threads) {
      thread.setDaemon(true);
      thread.setUncaughtExceptionHandler((failed, cause) ->
          tally.check(false, () -> "%s ended with %s".formatted(failed.getName(), cause)));
      thread.start();
    }
  }

  /** Waits for the end and prints the progress every half minute. */
  private void watch(Duration duration) throws InterruptedException {
    long start = System.nanoTime();
    long end = start + duration.toNanos();
    boolean isEarly = false;
    for (long left = duration.toMillis();
        left > 0 && !isEarly;
        left = (end - System.nanoTime()) / 1_000_000) {
      isEarly = endEarly.await(Math.min(left, 30_000), TimeUnit.MILLISECONDS);
      System.out.println(
          String.format(
              Locale.ROOT,
              "%6.1f s %,14d calls %,10d changes %5d failed",
              (System.nanoTime() - start) / 1e9,
              tally.calls.sum(),
              tally.changes.sum(),
              tally.failed()));
    }
  }

  private void awaitThreads() throws InterruptedException {
    for (Thread thread : threads) {
      boolean ended = thread.join(Duration.ofSeconds(30));
      tally.check(ended, () -> "%s does not end".formatted(thread.getName()));
    }
  }

  /** Returns the dispatcher's description of all operators, tables and fallbacks. */
  private List<Object> dump() {
    List<Object> dump = new ArrayList<>(dispatcher.fallbacks());
    dump.addAll(dispatcher.dangling());
    for (OperatorName name : dispatcher.operators()) {
      OperatorReport report = dispatcher.report(name).orElseThrow();
      dump.addAll(List.of(name, report.registrations(), report.kernels(), report.tags()));
      dump.addAll(List.of(report.schema(), report.nonFallthrough()));
      report.table().forEach(served -> dump.add(served.reason() + " " + served.provenance()));
    }
    return dump;
  }

  /** Checks that no table, context or handle references a closed kernel. */
  private void checkCollected() {
    List<WeakReference<SoakKernel>> closed = new ArrayList<>();
    changers.forEach(changer -> closed.addAll(changer.closed()));
    long end = System.nanoTime() + COLLECTION.toNanos();
    while (left(closed) > 0 && System.nanoTime() - end < 0) {
      System.gc();
    }
    tally.check(
        left(closed) == 0, () -> "%d closed kernels are still held".formatted(left(closed)));
  }

  private static long left(List<WeakReference<SoakKernel>> closed) {
    return closed.stream().filter(kernel -> kernel.get() != null).count();
  }
}
