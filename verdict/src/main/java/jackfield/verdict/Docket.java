package jackfield.verdict;

import jackfield.spi.Departures.Departure;
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
 * revision without a verdict is either due, with a deadline, or it rests until a garbage collection
 * or until its verdict is requested.
 *
 * <p><em>Threads</em>: safe for use by several threads.
 */
final class Docket {
  private static final String DUE = "the verdict is not in yet";
  private static final String RESTS =
      "judged at the next garbage collection; leaks --now requests one, and a heap dump if needed";

  private final Deque<Leaver> leavers = new ArrayDeque<>(); // newest first; guarded by this
  private final List<Leaver> due = new ArrayList<>(); // guarded by this
  private final List<Leaver> resting = new ArrayList<>(); // guarded by this
  private long count; // guarded by this

  /** Adds a revision that was just removed; forgets the oldest beyond {@code kept}. */
  synchronized void add(Revision revision, boolean isDue, int kept) {
    long now = System.nanoTime();
    Leaver leaver =
        new Leaver(revision, ++count, Instant.now(), now, now, new CompletableFuture<>());
    leavers.addFirst(leaver);
    (isDue ? due : resting).add(leaver);
    while (leavers.size() > kept) {
      leavers.removeLast();
    }
  }

  /** Returns the revisions with a deadline. */
  synchronized List<Leaver> due() {
    return List.copyOf(due);
  }

  synchronized boolean hasDue() {
    return !due.isEmpty();
  }

  /** Returns the revisions without a deadline. */
  synchronized List<Leaver> resting() {
    return List.copyOf(resting);
  }

  /** Gives resting revisions that {@code which} accepts a deadline that starts now. */
  synchronized void callUp(Predicate<Leaver> which) {
    long now = System.nanoTime();
    List<Leaver> called = resting.stream().filter(which).toList();
    resting.removeAll(called);
    called.forEach(leaver -> due.add(leaver.dueFrom(now)));
  }

  synchronized void remove(Leaver settled) {
    due.removeIf(leaver -> leaver.number() == settled.number());
    resting.removeIf(leaver -> leaver.number() == settled.number());
  }

  /** Returns the present verdicts of all remembered revisions, the newest first. */
  synchronized List<Departure> departures() {
    Set<Long> atRest = resting.stream().map(Leaver::number).collect(Collectors.toSet());
    return leavers.stream()
        .map(leaver -> leaver.present(atRest.contains(leaver.number()) ? RESTS : DUE))
        .toList();
  }

  /** Returns the future verdict on the bundle's revision that was removed last. */
  synchronized Optional<CompletableFuture<Departure>> verdict(long bundleId) {
    return leavers.stream()
        .filter(leaver -> leaver.revision().bundleId() == bundleId)
        .findFirst()
        .map(leaver -> leaver.verdict().copy());
  }

  /** Returns a future that completes when all revisions that are open now have a verdict. */
  synchronized CompletableFuture<Void> verdicts() {
    return CompletableFuture.allOf(
        Stream.concat(due.stream(), resting.stream())
            .map(Leaver::verdict)
            .toArray(CompletableFuture[]::new));
  }
}
