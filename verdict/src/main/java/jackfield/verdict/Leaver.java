package jackfield.verdict;

import jackfield.spi.Departures.Departure;
import jackfield.spi.Departures.Verdict;
import java.time.Instant;
import java.util.List;
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
}
