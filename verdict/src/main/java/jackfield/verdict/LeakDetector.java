package jackfield.verdict;

import jackfield.spi.RemovedBundles;
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
final class LeakDetector implements RemovedBundles, AutoCloseable {
  private static final System.Logger LOG = System.getLogger("jackfield.verdict");
  private static final long LOOK_MILLIS = 10;
  private static final long GRACE_NANOS =
      20_000_000; // one collection for revisions that are removed together

  private final RemovedRevisions revisions = new RemovedRevisions();
  private final Collector collector;
  private final HolderSearch search;
  private final InstalledBundles installed;
  private final MappedLibraries libraries;
  private final ScheduledThreadPoolExecutor thread;
  private volatile Settings settings; // replaced when the configuration changes
  private boolean isLooking; // guarded by this
  private long lastCollection; // used by the thread only
  private boolean hasCollected; // used by the thread only

  LeakDetector(
      Settings settings,
      Collector collector,
      HolderSearch search,
      InstalledBundles installed,
      MappedFiles mapped) {
    this.settings = settings;
    this.collector = collector;
    this.search = search;
    this.installed = installed;
    this.libraries = new MappedLibraries(installed, mapped);
    this.thread =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("jackfield-verdict").factory());
    thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  synchronized void follow(Settings changed) {
    settings = changed;
    if (changed.isPrompt()) {
      revisions.makeDue(_ -> true);
      lookIfIdle();
    }
  }

  /** Adds a revision that was just removed. */
  synchronized void removed(Revision revision) {
    Settings now = settings;
    revisions.add(revision, now.isPrompt(), now.kept());
    if (!now.isPrompt()) {
      var _ = thread.schedule(this::settleKnown, now.patienceNanos(), TimeUnit.NANOSECONDS);
    }
    cleared(); // its loader may be collected before this call
  }

  /**
   * Decides about the revisions with collected loaders, after a collection that was not requested.
   */
  synchronized void cleared() {
    revisions.makeDue(removed -> removed.revision().loader().isGone());
    lookIfIdle();
  }

  @Override
  public CompletableFuture<Void> decideNow() {
    CompletableFuture<Void> verdicts = revisions.verdicts();
    revisions.makeDue(_ -> true);
    lookIfIdle();
    return verdicts;
  }

  private synchronized void lookIfIdle() {
    if (!isLooking && revisions.hasDue() && !thread.isShutdown()) {
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
        LOG.log(Level.WARNING, "cannot decide about unplugged bundles", broken);
      }
      giveUp(broken);
    }
  }

  /** Settles deferred revisions that stay for a known reason. */
  private void settleKnown() {
    guarded(() ->
        revisions.deferred().stream()
            .filter(this::isOverdue)
            .forEach(removed ->
                knownReason(removed)
                    .ifPresent(reason -> settle(removed, Verdict.RESIDENT, reason, List.of()))));
  }

  private void settle(RemovedRevision removed, Verdict verdict, String reason, List<String> path) {
    revisions.remove(removed);
    removed.settle(verdict, System.nanoTime(), reason, path);
    if (verdict == Verdict.LEAKED) {
      LOG.log(
          Level.WARNING,
          "{0} {1} was unplugged, but its class loader stays: {2}",
          removed.revision().name(),
          removed.revision().version(),
          reason);
    }
  }

  private void settleGone() {
    for (RemovedRevision removed : revisions.due()) {
      if (removed.revision().loader().isGone()
          && (libraries.of(removed).isEmpty() || isOverdue(removed))) {
        settleGone(removed);
      }
    }
  }

  private void settleGone(RemovedRevision removed) {
    List<String> mapped = libraries.of(removed);
    if (mapped.isEmpty()) {
      settle(removed, Verdict.COLLECTED, "class loader collected, no native library", List.of());
    } else {
      String reason = "class loader collected, but " + MappedLibraries.text(mapped);
      settle(removed, Verdict.RESIDENT, reason, List.of());
    }
  }

  private void collectIfDue() {
    Settings now = settings;
    boolean isWanted =
        revisions.due().stream()
            .anyMatch(removed ->
                !removed.revision().loader().isGone()
                    && removed.waitedNanos(System.nanoTime()) >= GRACE_NANOS);
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
    return revisions.due().stream().allMatch(removed -> removed.revision().loader().isGone());
  }

  private boolean isOverdue(RemovedRevision removed) {
    return removed.waitedNanos(System.nanoTime()) >= settings.patienceNanos();
  }

  private void settleOverdue() {
    List<RemovedRevision> undeclared = new ArrayList<>();
    for (RemovedRevision removed : revisions.due()) {
      if (!isOverdue(removed)) {
        continue;
      }
      Optional<String> known = knownReason(removed);
      known.ifPresentOrElse(
          reason -> settle(removed, Verdict.RESIDENT, reason, List.of()),
          () -> undeclared.add(removed));
    }
    boolean isCompiling = !undeclared.isEmpty() && collector.isCompiling();
    if (isCompiling) {
      undeclared.removeIf(
          removed -> removed.waitedNanos(System.nanoTime()) < settings.latestNanos());
    }
    if (!undeclared.isEmpty()) {
      settleHeld(undeclared, isCompiling);
    }
  }

  /** Returns why a loader stays, if known without a search. */
  private Optional<String> knownReason(RemovedRevision removed) {
    if (!removed.revision().resident().isEmpty()) {
      return Optional.of("declared by the bundle: " + removed.revision().resident());
    }
    List<String> wired = installed.importersOf(removed.revision().loader());
    return wired.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "still wired to " + String.join(", ", wired) + "; refresh them to release it");
  }

  private void settleHeld(List<RemovedRevision> held, boolean isCompiling) {
    Map<Long, RemovedRevision> byLoader =
        held.stream()
            .collect(Collectors.toMap(removed -> removed.revision().loader().number, each -> each));
    Map<Long, RetainedBy> holders = search.holders(byLoader.keySet(), settings.searchNanos());
    byLoader.forEach((number, removed) -> {
      if (removed.revision().loader().isGone()) {
        settleGone(removed); // the collection before the dump took it
      } else {
        RetainedBy holder = holders.get(number);
        boolean mayPass = holder.isPassing() || (isCompiling && holder.path().isEmpty());
        String hint = isCompiling && holder.path().isEmpty() ? RemovedRevision.COMPILES : "";
        settle(
            removed,
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
    for (RemovedRevision removed : revisions.due()) {
      if (isOverdue(removed)) {
        settle(removed, Verdict.LEAKED, "its holder cannot be determined: " + broken, List.of());
      }
    }
  }

  @Override
  public List<RemovedBundle> removedBundles() {
    return revisions.removedBundles();
  }

  @Override
  public Optional<CompletableFuture<RemovedBundle>> verdict(long bundleId) {
    return revisions.verdict(bundleId);
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
