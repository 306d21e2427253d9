package jackfield.memory;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/**
 * Starts a collection before the budget is reached, in a thread of its own. A caller that reaches
 * the budget has to wait for the collection that it forces: half a second with ZGC. A heap of Java
 * objects that grows slowly gives the collector no reason to come by itself.
 *
 * <p>A collection is due at three quarters of the budget. If most of the memory is in use, later
 * collections are due at an eighth of the budget more, and above the budget none is.
 *
 * <p><em>Threads</em>: safe for all. At most one collection runs; its thread ends with it.
 */
final class EarlyCollection {
  /** A smaller budget is used up before a collection would end. */
  private static final long LEAST_BUDGET_BYTES = 256L << 20;

  private final long limitBytes;
  private final LongSupplier collection; // returns the bytes in use after it
  private final AtomicBoolean isRunning = new AtomicBoolean();
  private volatile long dueBytes;

  EarlyCollection(long limitBytes, LongSupplier collection) {
    this.limitBytes = limitBytes;
    this.collection = collection;
    this.dueBytes = limitBytes < LEAST_BUDGET_BYTES ? Long.MAX_VALUE : startBytes();
  }

  /** Returns three quarters of the budget. */
  long startBytes() {
    return limitBytes - limitBytes / 4;
  }

  /** Starts a collection if it is due and none runs; returns at once. */
  void startIfDue(long takenBytes) {
    if (takenBytes < dueBytes || !isRunning.compareAndSet(false, true)) {
      return;
    }
    boolean isStarted = false;
    try {
      Thread.ofPlatform()
          .name("jackfield-memory")
          .daemon()
          .inheritInheritableThreadLocals(false)
          .start(this::run);
      isStarted = true;
    } catch (OutOfMemoryError _) { // no thread can be had
      ended(takenBytes);
    } finally {
      if (!isStarted) {
        isRunning.set(false);
      }
    }
  }

  private void run() {
    try {
      ended(collection.getAsLong());
    } finally {
      isRunning.set(false);
    }
  }

  /**
   * Sets when the next one is due.
   *
   * @param usedBytes the bytes that are in use after a collection, early or forced
   */
  void ended(long usedBytes) {
    if (limitBytes >= LEAST_BUDGET_BYTES) {
      dueBytes = Math.max(startBytes(), usedBytes + limitBytes / 8);
    }
  }
}
