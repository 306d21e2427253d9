package jackfield.verdict;

import jackfield.spi.Departures;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Decides what became of revisions that left, by a deadline or, with the policy {@link
 * Policy#NATURAL}, when the collector comes by or a verdict is asked for.
 *
 * <p>By a deadline: a loader that the collector takes by itself is seen within {@value
 * #LOOK_MILLIS} ms. Otherwise a collection is asked for, one for all that wait (or as many in a row
 * as a concurrent collector needs for what is young), and again after the configured interval.
 * Whatever still stays after 3 s (six tenths of a shorter deadline) is judged: declared to stay,
 * wired to by another bundle, or searched for in a heap dump. One thread of its own does all this,
 * which owns nothing of any bundle.
 */
final class LeakDetector implements Departures, AutoCloseable {
  private static final System.Logger LOG = System.getLogger("jackfield.verdict");
  private static final long LOOK_MILLIS = 10;
  private static final long GRACE_NANOS = 20_000_000; // collects several that leave together once

  private final Docket docket = new Docket();
  private final Collector collector;
  private final HolderSearch search;
  private final Wires wires;
  private final MappedFiles mapped;
  private final ScheduledThreadPoolExecutor thread;
  private volatile Settings settings; // replaced when the configuration changes
  private boolean isLooking; // guarded by this
  private long lastCollection; // the thread's own
  private boolean hasCollected; // the thread's own

  LeakDetector(
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

  synchronized void follow(Settings changed) {
    settings = changed;
    if (changed.isPrompt()) {
      docket.callUp(_ -> true);
      lookIfIdle();
    }
  }

  /** Takes up the case of a revision that just left. */
  synchronized void left(Revision revision) {
    Settings now = settings;
    docket.add(revision, now.isPrompt(), now.kept());
    if (!now.isPrompt()) {
      var _ = thread.schedule(this::settleKnown, now.patienceNanos(), TimeUnit.NANOSECONDS);
    }
    cleared(); // its loader may be gone before its departure is told
  }

  /** Judges those whose loaders are gone, after the collector took one for a reason of its own. */
  synchronized void cleared() {
    docket.callUp(leaver -> leaver.revision().loader().isGone());
    lookIfIdle();
  }

  @Override
  public CompletableFuture<Void> judgeNow() {
    CompletableFuture<Void> verdicts = docket.verdicts();
    docket.callUp(_ -> true);
    lookIfIdle();
    return verdicts;
  }

  private synchronized void lookIfIdle() {
    if (!isLooking && docket.hasDue() && !thread.isShutdown()) {
      isLooking = true;
      lookLater();
    }
  }

  private void lookLater() {
    var _ = thread.schedule(this::look, LOOK_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void look() {
    guarded(() -> {
      settleGone();
      collectIfDue();
      settleOverdue();
    });
    synchronized (this) {
      isLooking = false;
      lookIfIdle();
    }
  }

  private void guarded(Runnable step) {
    try {
      step.run();
    } catch (Throwable broken) { // the edge of this bundle: later departures need the thread
      if (!thread.isShutdown()) { // or it was interrupted in its work
        LOG.log(Level.WARNING, "cannot judge bundles that left", broken);
      }
      giveUp(broken);
    }
  }

  /** Settles those at rest of which no collection is needed to know that they stay. */
  private void settleKnown() {
    guarded(() ->
        docket.resting().stream()
            .filter(this::isOverdue)
            .forEach(leaver ->
                knownReason(leaver)
                    .ifPresent(reason -> settle(leaver, Verdict.RESIDENT, reason, List.of()))));
  }

  private void settle(Leaver leaver, Verdict verdict, String reason, List<String> path) {
    docket.remove(leaver);
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
    for (Leaver leaver : docket.due()) {
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
        docket.due().stream()
            .anyMatch(leaver ->
                !leaver.revision().loader().isGone()
                    && leaver.waitedNanos(System.nanoTime()) >= GRACE_NANOS);
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
    return docket.due().stream().allMatch(leaver -> leaver.revision().loader().isGone());
  }

  private boolean isOverdue(Leaver leaver) {
    return leaver.waitedNanos(System.nanoTime()) >= settings.patienceNanos();
  }

  private void settleOverdue() {
    List<Leaver> undeclared = new ArrayList<>();
    for (Leaver leaver : docket.due()) {
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
      undeclared.removeIf(leaver -> leaver.waitedNanos(System.nanoTime()) < settings.latestNanos());
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
    Map<Long, RetainedBy> holders = search.holders(byGhost.keySet(), settings.searchNanos());
    byGhost.forEach((number, leaver) -> {
      if (leaver.revision().loader().isGone()) {
        settleGone(leaver); // the dump's own collection got it
      } else {
        RetainedBy holder = holders.get(number);
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
    for (Leaver leaver : docket.due()) {
      if (isOverdue(leaver)) {
        settle(leaver, Verdict.LEAKED, "who holds it cannot be found out: " + broken, List.of());
      }
    }
  }

  @Override
  public List<Departure> departures() {
    return docket.departures();
  }

  @Override
  public Optional<CompletableFuture<Departure>> verdict(long bundleId) {
    return docket.verdict(bundleId);
  }

  @Override
  public Policy policy() {
    return settings.policy();
  }

  @Override
  public String collector() {
    return settings.isPrompt()
        ? collector.describe()
        : collector.describe() + "; by leaks --now only, as verdict=natural";
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
