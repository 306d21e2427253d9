package jackfield.verdict;

import jackfield.spi.Departures.Departure;
import jackfield.spi.Departures.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;

/**
 * A revision that left.
 *
 * @param revision what it was
 * @param number counts departures
 * @param left when
 * @param leftNanos when, on the clock that judges
 * @param dueNanos from when on its deadline counts: when it left, or when its verdict was asked for
 * @param verdict completes once
 */
record Leaver(
    Revision revision,
    long number,
    Instant left,
    long leftNanos,
    long dueNanos,
    CompletableFuture<Departure> verdict) {

  /** Ends the reason of a verdict that was given while the compiler may have held the loader. */
  static final String COMPILES = "; the machine's compiler is at work and may hold it";

  /** Returns it with a deadline that counts from {@code now} on. */
  Leaver dueFrom(long now) {
    return new Leaver(revision, number, left, leftNanos, now, verdict);
  }

  /** Returns how much of the time until its deadline has passed. */
  long waitedNanos(long now) {
    return now - dueNanos;
  }

  void settle(Verdict found, long now, String reason, List<String> path) {
    verdict.complete(with(found, now - leftNanos, reason, path));
  }

  Departure with(Verdict found, long nanos, String reason, List<String> path) {
    return new Departure(
        number,
        revision.bundleId(),
        revision.name(),
        revision.version(),
        left,
        found,
        nanos,
        reason,
        path);
  }

  /**
   * Returns the departure as it is now: what was held at its verdict may have gone since.
   *
   * @param pending the reason of a verdict that is not in
   */
  Departure present(String pending) {
    long waiting = System.nanoTime() - leftNanos;
    Departure then = verdict.getNow(with(Verdict.PENDING, waiting, pending, List.of()));
    boolean wasHeld = then.verdict() == Verdict.LEAKED || then.reason().endsWith(COMPILES);
    return wasHeld && revision.loader().isGone()
        ? with(
            Verdict.COLLECTED,
            then.nanos(),
            "collected after the verdict, which was %s: %s"
                .formatted(then.verdict().name().toLowerCase(Locale.ROOT), then.reason()),
            List.of())
        : then;
  }
}
