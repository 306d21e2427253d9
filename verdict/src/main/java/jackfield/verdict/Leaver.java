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
 * @param verdict completes once
 */
record Leaver(
    Revision revision,
    long number,
    Instant left,
    long leftNanos,
    CompletableFuture<Departure> verdict) {

  /** Ends the reason of a verdict that was given while the compiler may have held the loader. */
  static final String COMPILES = "; the machine's compiler is at work and may hold it";

  long ageNanos(long now) {
    return now - leftNanos;
  }

  Departure departure() {
    return verdict.getNow(with(Verdict.PENDING, 0, "the verdict is not in yet", List.of()));
  }

  void settle(Verdict found, long now, String reason, List<String> path) {
    verdict.complete(with(found, ageNanos(now), reason, path));
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

  /** Returns the departure as it is now: what was held at its verdict may have gone since. */
  Departure present() {
    Departure then = departure();
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
