package jackfield.verdict;

import jackfield.spi.RemovedBundles.RemovedBundle;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The removed revisions that are remembered, and those among them that have no verdict yet. A
 * revision without a verdict is either due, with a deadline, or it is deferred until a garbage
 * collection or until its verdict is requested.
 *
 * <p><em>Threads</em>: safe for use by several threads.
 */
final class RemovedRevisions {
  private static final String DUE = "the verdict is not in yet";
  private static final String DEFERRED =
      "judged at the next garbage collection; leaks --now requests one, and a heap dump if needed";

  private final Deque<RemovedRevision> remembered =
      new ArrayDeque<>(); // newest first; guarded by this
  private final List<RemovedRevision> due = new ArrayList<>(); // guarded by this
  private final List<RemovedRevision> deferred = new ArrayList<>(); // guarded by this
  private long count; // guarded by this

  /** Adds a revision that was just removed; forgets the oldest beyond {@code kept}. */
  synchronized void add(Revision revision, boolean isDue, int kept) {
    long now = System.nanoTime();
    RemovedRevision removed =
        new RemovedRevision(revision, ++count, Instant.now(), now, now, new CompletableFuture<>());
    remembered.addFirst(removed);
    (isDue ? due : deferred).add(removed);
    while (remembered.size() > kept) {
      remembered.removeLast();
    }
  }

  /** Returns the revisions with a deadline. */
  synchronized List<RemovedRevision> due() {
    return List.copyOf(due);
  }

  synchronized boolean hasDue() {
    return !due.isEmpty();
  }

  /** Returns the revisions without a deadline. */
  synchronized List<RemovedRevision> deferred() {
    return List.copyOf(deferred);
  }

  /** Gives deferred revisions that {@code which} accepts a deadline that starts now. */
  synchronized void makeDue(Predicate<RemovedRevision> which) {
    long now = System.nanoTime();
    List<RemovedRevision> chosen = deferred.stream().filter(which).toList();
    deferred.removeAll(chosen);
    chosen.forEach(removed -> due.add(removed.dueFrom(now)));
  }

  synchronized void remove(RemovedRevision settled) {
    due.removeIf(removed -> removed.number() == settled.number());
    deferred.removeIf(removed -> removed.number() == settled.number());
  }

  /** Returns the present verdicts of all remembered revisions, the newest first. */
  synchronized List<RemovedBundle> removedBundles() {
    Set<Long> isDeferred =
        deferred.stream().map(RemovedRevision::number).collect(Collectors.toSet());
    return remembered.stream()
        .map(removed -> removed.present(isDeferred.contains(removed.number()) ? DEFERRED : DUE))
        .toList();
  }

  /** Returns the future verdict on the bundle's revision that was removed last. */
  synchronized Optional<CompletableFuture<RemovedBundle>> verdict(long bundleId) {
    return remembered.stream()
        .filter(removed -> removed.revision().bundleId() == bundleId)
        .findFirst()
        .map(removed -> removed.verdict().copy());
  }

  /** Returns a future that completes when all revisions that are open now have a verdict. */
  synchronized CompletableFuture<Void> verdicts() {
    return CompletableFuture.allOf(
        Stream.concat(due.stream(), deferred.stream())
            .map(RemovedRevision::verdict)
            .toArray(CompletableFuture[]::new));
  }
}
