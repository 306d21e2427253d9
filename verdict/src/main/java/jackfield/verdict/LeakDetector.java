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
 * Detects class loader leaks: gives each removed revision a verdict, by a deadline. With the policy
 * {@link Policy#NATURAL} it does so at the next garbage collection or on request.
 *
 * <p>By a deadline: it notices within {@value #LOOK_MILLIS} ms that a loader was collected without
 * a request. Otherwise it requests a collection for all revisions that wait, or as many in a row as
 * a concurrent collector needs for young objects. It repeats the request after the configured
 * interval. A loader that stays for 3 s (six tenths of a shorter deadline) gets its verdict: the
 * bundle declares that it stays, another bundle is wired to it, or a heap dump shows its holder.
 * One thread does all this and keeps no object of any bundle.
 */
final class LeakDetector implements Departures, AutoCloseable {
  private static final System.Logger LOG = System.getLogger("jackfield.verdict");
  private static final long LOOK_MILLIS = 10;
  private static final long GRACE_NANOS =
      20_000_000; // one collection for revisions that are removed together

  private final Docket docket = new Docket();
  private final Collector collector;
  private final HolderSearch search;
  private final Wires wires;
  private final MappedFiles mapped;
  private final ScheduledThreadPoolExecutor thread;
  private volatile Settings settings; // replaced when the configuration changes
  private boolean isLooking; // guarded by this
  private long lastCollection; // used by the thread only
  private boolean hasCollected; // used by the thread only

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

  /** Adds a revision that was just removed. */
  synchronized void left(Revision revision) {
    Settings now = settings;
    docket.add(revision, now.isPrompt(), now.kept());
    if (!now.isPrompt()) {
      var _ = thread.schedule(this::settleKnown, now.patienceNanos(), TimeUnit.NANOSECONDS);
    }
    cleared(); // its loader may be collected before this call
  }

  /** Judges the revisions with collected loaders, after a collection that was not requested. */
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
    } catch (Throwable broken) { // later removals need the thread
      if (!thread.isShutdown()) { // otherwise close interrupted it
        LOG.log(Level.WARNING, "cannot judge unplugged bundles", broken);
      }
      giveUp(broken);
    }
  }

  /** Settles resting revisions that stay for a known reason. */
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
          "{0} {1} was unplugged, but its class loader stays: {2}",
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

  // An automatic arena unmaps its library shortly after the loader is collected.
  private boolean hasUnmapped(Leaver leaver) {
    return libraries(leaver).isEmpty();
  }

  // A library in a folder that a newer revision uses too may belong to that revision.
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
        + ": an arena is still open, or other code uses it";
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

  /** Returns why a loader stays, if known without a search. */
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
    Map<Long, Leaver> byLoader =
        held.stream()
            .collect(Collectors.toMap(leaver -> leaver.revision().loader().number, each -> each));
    Map<Long, RetainedBy> holders = search.holders(byLoader.keySet(), settings.searchNanos());
    byLoader.forEach((number, leaver) -> {
      if (leaver.revision().loader().isGone()) {
        settleGone(leaver); // the collection before the dump took it
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
      return; // close interrupted it
    }
    for (Leaver leaver : docket.due()) {
      if (isOverdue(leaver)) {
        settle(leaver, Verdict.LEAKED, "its holder cannot be determined: " + broken, List.of());
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

  /** Ends the thread and waits for it; pending verdicts stay pending. */
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
