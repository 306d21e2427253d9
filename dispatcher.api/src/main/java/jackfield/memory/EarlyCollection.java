package jackfield.memory;

import java.util.concurrent.atomic.AtomicBoolean;

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
  private final Runnable collection;
  private final AtomicBoolean isRunning = new AtomicBoolean();
  private volatile long dueBytes;

  EarlyCollection(long limitBytes, Runnable collection) {
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
    } catch (OutOfMemoryError _) {
      dueBytes = Long.MAX_VALUE; // no thread can be had: callers force collections
    } finally {
      if (!isStarted) {
        isRunning.set(false);
      }
    }
  }

  private void run() {
    try {
      collection.run();
    } finally {
      isRunning.set(false);
    }
  }

  /** Sets when the next one is due, after a collection that left {@code takenBytes}. */
  void ended(long takenBytes) {
    dueBytes = Math.max(startBytes(), takenBytes + limitBytes / 8);
  }
}
