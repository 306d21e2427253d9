package jackfield.spi;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Reports what became of unplugged bundles; an OSGi service. Uninstalling a bundle removes its
 * kernels. Its code is unloaded only when its class loader is collected and its native libraries
 * are unmapped.
 *
 * <p><em>Threads</em>: safe for all; no method blocks.
 */
public interface RemovedBundles {
  /** When a removed revision gets its verdict; {@code verdict} in the configuration. */
  enum Policy {
    /**
     * By a deadline: requests a garbage collection and searches a heap dump for what was not
     * collected.
     */
    PROMPT,
    /**
     * After a garbage collection that happens for another reason. It requests no collection and
     * takes no heap dump, so a verdict never pauses a caller. {@link #decideNow} requests a
     * collection.
     */
    NATURAL
  }

  /** What became of a removed revision. */
  enum Verdict {
    /**
     * Not known yet; with {@link Policy#PROMPT} the verdict follows within the configured deadline.
     */
    PENDING,
    /** The class loader is collected and no native library of the bundle is mapped. */
    COLLECTED,
    /**
     * A part of the bundle that was declared to stay, still runs or cannot be unmapped is present.
     */
    RESIDENT,
    /** The class loader is still reachable, for a reason that was not declared. */
    LEAKED
  }

  /**
   * A removed revision of a bundle. It holds names and numbers only, never an object of the bundle.
   *
   * @param number the sequence number of the removal, from 1
   * @param bundleId the bundle's number in the framework
   * @param bundle the bundle's symbolic name, without the platform's own prefix
   * @param version the version of the revision
   * @param removed when the revision was removed
   * @param verdict what became of it
   * @param nanos from the removal until the verdict; while that is pending, until the query
   * @param reason the reason in words; for a leak, what holds the class loader
   * @param path the references from a root of the garbage collector to the class loader, one per
   *     line; empty unless the class loader leaked and a path was searched for and found
   */
  record RemovedBundle(
      long number,
      long bundleId,
      String bundle,
      String version,
      Instant removed,
      Verdict verdict,
      long nanos,
      String reason,
      List<String> path) {
    /** Copies the path. */
    public RemovedBundle {
      path = List.copyOf(path);
    }
  }

  /** Returns the removed revisions, the newest first; old entries are dropped. */
  List<RemovedBundle> removedBundles();

  /**
   * Returns the pending or final verdict on the last removed revision of a bundle; empty if no
   * revision of it was removed. The future never completes exceptionally. With {@link
   * Policy#PROMPT} it completes by the configured deadline. Cancelling it does not affect other
   * callers.
   *
   * @param bundleId the bundle's number in the framework
   */
  Optional<CompletableFuture<RemovedBundle>> verdict(long bundleId);

  /** Returns when removed revisions get their verdict. */
  Policy policy();

  /**
   * Reaches all pending verdicts as {@link Policy#PROMPT} does: requests a garbage collection and
   * dumps the heap for what was not collected, as far as the configuration allows each. The future
   * completes by the configured deadline when all revisions pending now have a verdict. It never
   * completes exceptionally.
   */
  CompletableFuture<Void> decideNow();

  /**
   * Returns in words which garbage collector runs and what a requested collection costs callers.
   */
  String collector();
}
