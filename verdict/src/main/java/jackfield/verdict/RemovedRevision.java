package jackfield.verdict;

import jackfield.spi.RemovedBundles.RemovedBundle;
import jackfield.spi.RemovedBundles.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;

/**
 * A removed revision and its verdict.
 *
 * @param revision the revision
 * @param number its number among the removed revisions
 * @param since the time of the removal
 * @param removedNanos the same as a {@link System#nanoTime}
 * @param dueNanos the start of its deadline: the removal or the request for a verdict
 * @param verdict completed once
 */
record RemovedRevision(
    Revision revision,
    long number,
    Instant since,
    long removedNanos,
    long dueNanos,
    CompletableFuture<RemovedBundle> verdict) {

  /** The end of the reason if the JIT compiler may have held the loader at the verdict. */
  static final String COMPILES = "; the machine's compiler is at work and may hold it";

  /** Returns a copy with a deadline that starts at {@code now}. */
  RemovedRevision dueFrom(long now) {
    return new RemovedRevision(revision, number, since, removedNanos, now, verdict);
  }

  /** Returns the nanoseconds since its deadline started. */
  long waitedNanos(long now) {
    return now - dueNanos;
  }

  void settle(Verdict found, long now, String reason, List<String> path) {
    verdict.complete(with(found, now - removedNanos, reason, path));
  }

  RemovedBundle with(Verdict found, long nanos, String reason, List<String> path) {
    return new RemovedBundle(
        number,
        revision.bundleId(),
        revision.name(),
        revision.version(),
        since,
        found,
        nanos,
        reason,
        path);
  }

  /**
   * Returns the present verdict; a loader that was held at its verdict may have been collected
   * since.
   *
   * @param pending the reason to report before the verdict
   */
  RemovedBundle present(String pending) {
    long waiting = System.nanoTime() - removedNanos;
    RemovedBundle then = verdict.getNow(with(Verdict.PENDING, waiting, pending, List.of()));
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
