package jackfield.verdict;

import jackfield.spi.Departures;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Decides what became of revisions that left.
 *
 * <p>A loader that the collector takes by itself is seen within {@value #LOOK_MILLIS} ms. Otherwise
 * a collection is asked for, one for all that wait (or as many in a row as a concurrent collector
 * needs for what is young), and again after the configured interval. Whatever still stays after 3 s
 * (six tenths of a shorter deadline) is judged: declared to stay, wired to by another bundle, or
 * searched for in a heap dump. One thread of its own does all this, which owns nothing of any
 * bundle.
 */
final class Judge implements Departures, AutoCloseable {
  private static final System.Logger LOG = System.getLogger("jackfield.verdict");
  private static final long LOOK_MILLIS = 10;
  private static final long GRACE_NANOS = 20_000_000; // collects several that leave together once

  private final Deque<Leaver> leavers = new ArrayDeque<>(); // newest first; guarded by this
  private final List<Leaver> pending = new ArrayList<>(); // guarded by this
  private final Collector collector;
  private final HolderSearch search;
  private final Wires wires;
  private final MappedFiles mapped;
  private final ScheduledThreadPoolExecutor thread;
  private volatile Settings settings; // replaced when the configuration changes
  private long departed; // guarded by this
  private boolean isLooking; // guarded by this
  private long lastCollection; // the thread's own
  private boolean hasCollected; // the thread's own

  /**
   * The rules in the units that are used here.
   *
   * @param deadlineNanos from departure to verdict
   * @param mayCollect whether the collector may be asked
   * @param intervalNanos between two requests
   * @param kept how many are remembered
   */
  record Settings(long deadlineNanos, boolean mayCollect, long intervalNanos, int kept) {
    // Three collections, a second apart: the JIT compiler holds what it compiles, often for long.
    private static final long PATIENCE_NANOS = 3_000_000_000L;

    /** Until whatever stays is judged; dumping and reading a heap take most of the rest. */
    long patienceNanos() {
      return Math.min(PATIENCE_NANOS, deadlineNanos * 6 / 10);
    }

    /** Until whatever stays is judged even while the compiler is at work. */
    long latestNanos() {
      return deadlineNanos * 8 / 10;
    }

    long searchNanos() {
      return deadlineNanos - patienceNanos();
    }
  }

  Judge(
      Settings settings,
      Collector collector,
      HolderSearch search,
      Wires wires,
      MappedFiles mapped) {
    this.settings = settings;
    this.collector = collector;
    this.search = search;
    this.wires = wires;
    this.mapped = mapped;
    this.thread =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("jackfield-verdict").factory());
    thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  void follow(Settings changed) {
    settings = changed;
  }

  /** Takes up the case of a revision that just left. */
  synchronized void left(Revision revision) {
    Leaver leaver =
        new Leaver(
            revision, ++departed, Instant.now(), System.nanoTime(), new CompletableFuture<>());
    leavers.addFirst(leaver);
    pending.add(leaver);
    while (leavers.size() > settings.kept()) {
      leavers.removeLast();
    }
    if (!isLooking) {
      isLooking = true;
      lookLater();
    }
  }

  private void lookLater() {
    var _ = thread.schedule(this::look, LOOK_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void look() {
    try {
      settleGone();
      collectIfDue();
      settleOverdue();
    } catch (Throwable broken) { // the edge of this bundle: later departures need the thread
      if (!thread.isShutdown()) { // or it was interrupted in its work
        LOG.log(Level.WARNING, "cannot judge bundles that left", broken);
      }
      giveUp(broken);
    }
    synchronized (this) {
      isLooking = !pending.isEmpty();
      if (isLooking && !thread.isShutdown()) {
        lookLater();
      }
    }
  }

  private synchronized List<Leaver> waiting() {
    return List.copyOf(pending);
  }

  private synchronized void remove(Leaver settled) {
    pending.remove(settled);
  }

  private void settle(Leaver leaver, Verdict verdict, String reason, List<String> path) {
    remove(leaver);
    leaver.settle(verdict, System.nanoTime(), reason, path);
    if (verdict == Verdict.LEAKED) {
      LOG.log(
          Level.WARNING,
          "{0} {1} left, but its class loader stays: {2}",
          leaver.revision().name(),
          leaver.revision().version(),
          reason);
    }
  }

  private void settleGone() {
    for (Leaver leaver : waiting()) {
      if (leaver.revision().loader().isGone() && (hasUnmapped(leaver) || isOverdue(leaver))) {
        settleGone(leaver);
      }
    }
  }

  // An arena that the collector closes unmaps its library a moment after the loader is gone.
  private boolean hasUnmapped(Leaver leaver) {
    return libraries(leaver).isEmpty();
  }

  // What is mapped in a folder that a newer revision took over may be that one's.
  private List<String> libraries(Leaver leaver) {
    Revision revision = leaver.revision();
    return wires.hasNewer(revision.bundleId()) ? List.of() : mapped.in(revision.folder());
  }

  private void settleGone(Leaver leaver) {
    List<String> libraries = libraries(leaver);
    if (libraries.isEmpty()) {
      settle(leaver, Verdict.COLLECTED, "class loader collected, no native library", List.of());
    } else {
      settle(leaver, Verdict.RESIDENT, "class loader collected, but " + stay(libraries), List.of());
    }
  }

  private static String stay(List<String> libraries) {
    return String.join(" and ", libraries)
        + (libraries.size() == 1 ? " stays mapped" : " stay mapped")
        + ": an arena is still open, or someone else uses it";
  }

  private void collectIfDue() {
    Settings now = settings;
    boolean isWanted =
        waiting().stream()
            .anyMatch(leaver ->
                !leaver.revision().loader().isGone()
                    && leaver.ageNanos(System.nanoTime()) >= GRACE_NANOS);
    boolean isAllowed =
        now.mayCollect()
            && (!hasCollected || System.nanoTime() - lastCollection >= now.intervalNanos());
    if (isWanted && isAllowed) {
      collect();
      hasCollected = true;
      lastCollection = System.nanoTime();
    }
  }

  private void collect() {
    for (int round = collector.rounds(); round > 0 && !areGone(); round--) {
      collector.collect();
      settleGone();
    }
  }

  private boolean areGone() {
    return waiting().stream().allMatch(leaver -> leaver.revision().loader().isGone());
  }

  private boolean isOverdue(Leaver leaver) {
    return leaver.ageNanos(System.nanoTime()) >= settings.patienceNanos();
  }

  private void settleOverdue() {
    List<Leaver> undeclared = new ArrayList<>();
    for (Leaver leaver : waiting()) {
      if (!isOverdue(leaver)) {
        continue;
      }
      Optional<String> known = knownReason(leaver);
      known.ifPresentOrElse(
          reason -> settle(leaver, Verdict.RESIDENT, reason, List.of()),
          () -> undeclared.add(leaver));
    }
    boolean isCompiling = !undeclared.isEmpty() && collector.isCompiling();
    if (isCompiling) {
      undeclared.removeIf(leaver -> leaver.ageNanos(System.nanoTime()) < settings.latestNanos());
    }
    if (!undeclared.isEmpty()) {
      settleHeld(undeclared, isCompiling);
    }
  }

  /** Returns why a loader stays if that is known without a search. */
  private Optional<String> knownReason(Leaver leaver) {
    if (!leaver.revision().resident().isEmpty()) {
      return Optional.of("declared by the bundle: " + leaver.revision().resident());
    }
    List<String> wired = wires.importersOf(leaver.revision().loader());
    return wired.isEmpty()
        ? Optional.empty()
        : Optional.of("still wired to " + String.join(", ", wired) + "; refresh them to let go");
  }

  private void settleHeld(List<Leaver> held, boolean isCompiling) {
    Map<Long, Leaver> byGhost =
        held.stream()
            .collect(Collectors.toMap(leaver -> leaver.revision().loader().number, each -> each));
    Map<Long, Holder> holders = search.holders(byGhost.keySet(), settings.searchNanos());
    byGhost.forEach((number, leaver) -> {
      if (leaver.revision().loader().isGone()) {
        settleGone(leaver); // the dump's own collection got it
      } else {
        Holder holder = holders.get(number);
        boolean mayPass = holder.isPassing() || (isCompiling && holder.path().isEmpty());
        String hint = isCompiling && holder.path().isEmpty() ? Leaver.COMPILES : "";
        settle(
            leaver,
            mayPass ? Verdict.RESIDENT : Verdict.LEAKED,
            holder.reason() + hint,
            holder.path());
      }
    });
  }

  private void giveUp(Throwable broken) {
    if (thread.isShutdown()) {
      return; // it was interrupted, which says nothing of those who left
    }
    for (Leaver leaver : waiting()) {
      if (isOverdue(leaver)) {
        settle(leaver, Verdict.LEAKED, "who holds it cannot be found out: " + broken, List.of());
      }
    }
  }

  @Override
  public List<Departure> departures() {
    List<Leaver> known;
    synchronized (this) {
      known = List.copyOf(leavers);
    }
    return known.stream().map(Leaver::present).toList();
  }

  @Override
  public synchronized Optional<CompletableFuture<Departure>> verdict(long bundleId) {
    return leavers.stream()
        .filter(leaver -> leaver.revision().bundleId() == bundleId)
        .findFirst()
        .map(leaver -> leaver.verdict().copy());
  }

  @Override
  public String collector() {
    return collector.describe();
  }

  /** Ends the thread and waits for it; what is still pending stays so. */
  @Override
  public void close() {
    thread.shutdownNow();
    try {
      thread.awaitTermination(10, TimeUnit.SECONDS);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }
}
