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
 * The revisions that left: all that are remembered, and of them those without a verdict. A case is
 * due, with a deadline, or it rests until the collector comes by or its verdict is asked for.
 *
 * <p><em>Threads</em>: safe for all.
 */
final class Docket {
  private static final String DUE = "the verdict is not in yet";
  private static final String RESTS =
      "judged when the collector comes by; leaks --now asks it to, and dumps the heap if need be";

  private final Deque<Leaver> leavers = new ArrayDeque<>(); // newest first; guarded by this
  private final List<Leaver> due = new ArrayList<>(); // guarded by this
  private final List<Leaver> resting = new ArrayList<>(); // guarded by this
  private long departed; // guarded by this

  /** Adds a revision that just left; the oldest beyond {@code kept} are forgotten. */
  synchronized void add(Revision revision, boolean isDue, int kept) {
    long now = System.nanoTime();
    Leaver leaver =
        new Leaver(revision, ++departed, Instant.now(), now, now, new CompletableFuture<>());
    leavers.addFirst(leaver);
    (isDue ? due : resting).add(leaver);
    while (leavers.size() > kept) {
      leavers.removeLast();
    }
  }

  /** Returns the cases with a deadline. */
  synchronized List<Leaver> due() {
    return List.copyOf(due);
  }

  synchronized boolean hasDue() {
    return !due.isEmpty();
  }

  /** Returns the cases without a deadline. */
  synchronized List<Leaver> resting() {
    return List.copyOf(resting);
  }

  /** Gives the resting cases that {@code which} accepts a deadline that counts from now on. */
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

  /** Returns what became of all that are remembered, the newest first. */
  synchronized List<Departure> departures() {
    Set<Long> atRest = resting.stream().map(Leaver::number).collect(Collectors.toSet());
    return leavers.stream()
        .map(leaver -> leaver.present(atRest.contains(leaver.number()) ? RESTS : DUE))
        .toList();
  }

  /** Returns the verdict to come on the revision of a bundle that left last. */
  synchronized Optional<CompletableFuture<Departure>> verdict(long bundleId) {
    return leavers.stream()
        .filter(leaver -> leaver.revision().bundleId() == bundleId)
        .findFirst()
        .map(leaver -> leaver.verdict().copy());
  }

  /** Returns what completes when all cases that are open now have their verdict. */
  synchronized CompletableFuture<Void> verdicts() {
    return CompletableFuture.allOf(
        Stream.concat(due.stream(), resting.stream())
            .map(Leaver::verdict)
            .toArray(CompletableFuture[]::new));
  }
}
