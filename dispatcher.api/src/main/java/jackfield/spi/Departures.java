package jackfield.spi;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Says what became of the bundles that left; an OSGi service. Uninstalling a bundle takes its
 * kernels away, but its code is gone only when its class loader is collected and its native
 * libraries are unmapped.
 *
 * <p><em>Threads</em>: safe for all; nothing here blocks.
 */
public interface Departures {
  /** When a revision that left is judged; {@code verdict} in the configuration. */
  enum Policy {
    /** By a deadline: the collector is asked, and what stays is searched for in a heap dump. */
    PROMPT,
    /**
     * When the collector has run for a reason of its own: it is not asked, and no heap is dumped,
     * so judging never stops a caller. {@link #judgeNow} asks.
     */
    NATURAL
  }

  /** What became of a revision that left. */
  enum Verdict {
    /** Not known yet; with {@link Policy#PROMPT} it follows within the configured deadline. */
    PENDING,
    /** The class loader is collected and no native library of the bundle is mapped. */
    COLLECTED,
    /** Something stays that was declared to stay, that still runs, or that cannot be unmapped. */
    RESIDENT,
    /** The class loader stays, for a reason that nobody declared. */
    LEAKED
  }

  /**
   * A revision of a bundle that left: names and figures only, never an object of the bundle.
   *
   * @param number counts departures, from 1
   * @param bundleId the bundle's number in the framework
   * @param bundle the bundle's symbolic name, without the platform's own prefix
   * @param version the version of the revision
   * @param left when it left
   * @param verdict what became of it
   * @param nanos from the departure until the verdict, or until it was asked for while that is
   *     pending
   * @param reason why, in words; what holds the loader if it is leaked
   * @param path how the loader is reached from a root of the garbage collector, a reference a line;
   *     empty unless it is leaked and a path was looked for and found
   */
  record Departure(
      long number,
      long bundleId,
      String bundle,
      String version,
      Instant left,
      Verdict verdict,
      long nanos,
      String reason,
      List<String> path) {
    /** Copies the path. */
    public Departure {
      path = List.copyOf(path);
    }
  }

  /** Returns the revisions that left, the newest first; the oldest are forgotten in time. */
  List<Departure> departures();

  /**
   * Returns the verdict to come on the revision of a bundle that left last, or nothing if no
   * revision of it left. It never completes exceptionally; with {@link Policy#PROMPT} it completes
   * by the configured deadline. Cancelling it changes nothing for others.
   *
   * @param bundleId the bundle's number in the framework
   */
  Optional<CompletableFuture<Departure>> verdict(long bundleId);

  /** Returns when revisions that leave are judged. */
  Policy policy();

  /**
   * Judges what is pending as {@link Policy#PROMPT} does: asks the collector, and dumps the heap
   * for what stays, as far as the configuration allows either. The future completes when all that
   * is pending now has its verdict, by the configured deadline, never exceptionally.
   */
  CompletableFuture<Void> judgeNow();

  /** Returns in words which garbage collector runs and what asking it costs the callers. */
  String collector();
}
