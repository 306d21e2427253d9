package jackfield.memory;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Reclaims the memory of unreachable storages: moves the blocks that the garbage collector found
 * into limbo, settles limbo, returns free blocks to the system, and forces collections.
 *
 * <p><em>Threads</em>: safe for all. A forced collection needs the monitor of this object.
 */
final class Reclaimer {
  private static final long WAIT_MILLIS = 50;
  private static final int SETTLINGS = 20;
  private static final long SETTLING_NANOS = 1_000_000;
  private static final int DROPPED_A_CALL = 64; // a collection may find thousands

  private final Budget budget;
  private final NativeHeap heap;
  private final Faults faults;
  private final BlockCache[] caches;
  private final ReferenceQueue<Object> dropped = new ReferenceQueue<>();
  private final Limbo limbo = new Limbo();
  private final EarlyCollection early;
  private final AtomicLong collections = new AtomicLong(); // forced
  private boolean foundNothing; // the last of them; guarded by this

  Reclaimer(Budget budget, NativeHeap heap, Faults faults, BlockCache[] caches) {
    this.budget = budget;
    this.heap = heap;
    this.faults = faults;
    this.caches = caches;
    this.early = new EarlyCollection(budget.limitBytes, this::collectEarly);
  }

  /**
   * Returns a reference around {@code holder}; when that is unreachable, the reference's block is
   * reused.
   */
  ReclaimReference reference(Object holder) {
    return new ReclaimReference(holder, dropped);
  }

  /** Receives a block that a running call may still read. */
  void take(ReclaimReference reference) {
    limbo.take(reference);
    settleIfDue();
  }

  /** Moves some blocks that the garbage collector found into limbo. */
  void collectDropped() {
    collectDropped(DROPPED_A_CALL);
  }

  /** Starts a collection in a thread of its own if enough of the budget is taken. */
  void collectEarlyIfDue() {
    early.startIfDue(budget.takenBytes());
  }

  /** Returns the number of forced collections. */
  long collections() {
    return collections.get();
  }

  /** Returns whether the last forced collection found no block. Holds: this. */
  boolean foundNothing() {
    return foundNothing;
  }

  /** Returns the bytes of blocks that calls may still read. */
  long limboBytes() {
    return limbo.bytes();
  }

  /** Returns all free blocks to the system, those of unreachable storages included. */
  void trim() {
    collectAllDropped();
    settleLimbo();
    freeCached(0);
  }

  /** Forces a collection for a caller that reached the budget. Holds: this. */
  void forceCollection() {
    collect();
    early.ended(usedBytes());
  }

  // Holds: this.
  private void collect() {
    long before = limbo.tickets();
    System.gc();
    collections.incrementAndGet();
    collectAllDropped();
    if (limbo.tickets() == before) {
      awaitDropped();
    }
    foundNothing = limbo.tickets() == before;
  }

  private long collectEarly() {
    synchronized (this) {
      collect();
    }
    for (int i = 0; i < SETTLINGS && limbo.bytes() > 0; i++) {
      settleLimbo();
      LockSupport.parkNanos(SETTLING_NANOS); // for the calls that may read the blocks
    }
    freeCached(early.startBytes());
    return usedBytes();
  }

  /** Returns the bytes taken that are neither free nor in limbo. */
  private long usedBytes() {
    long used = budget.takenBytes() - limbo.bytes();
    for (BlockCache cache : caches) {
      used -= cache.freeBytes();
    }
    return used;
  }

  /** Returns the budget and, up to as much again, the bytes of the blocks in limbo. */
  long limitBytes() {
    long limit = budget.limitBytes;
    long waiting = Math.min(limbo.bytes(), limit);
    return limit > Long.MAX_VALUE - waiting ? Long.MAX_VALUE : limit + waiting;
  }

  private void drop(ReclaimReference reference) {
    faults.point();
    if (reference.cache != null) { // otherwise it never had a block
      reference.cache.forget(budget, reference);
      limbo.take(reference);
    }
  }

  private void collectDropped(int most) {
    Reference<?> found = dropped.poll();
    if (found == null) {
      return;
    }
    for (int i = 1; found != null; found = i++ < most ? dropped.poll() : null) {
      drop((ReclaimReference) found);
    }
    settleIfDue();
  }

  /** Waits briefly for the reference queue after a collection. */
  private void awaitDropped() {
    try {
      if (dropped.remove(WAIT_MILLIS) instanceof ReclaimReference reference) {
        drop(reference);
        collectDropped(Integer.MAX_VALUE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Also searches the lists for references that an error kept from moving from the queue to limbo.
   */
  private void collectAllDropped() {
    collectDropped(Integer.MAX_VALUE);
    for (BlockCache cache : caches) {
      cache.forEachDropped(this::drop);
    }
  }

  private void settleIfDue() {
    if (limbo.isDue()) {
      settleLimbo();
    }
  }

  /**
   * Frees the blocks in limbo that no call can read; returns memory beyond the budget to the
   * system.
   */
  void settleLimbo() {
    faults.point();
    limbo.settle();
    freeCached(budget.limitBytes);
  }

  /** Frees cached blocks until at most {@code limitBytes} are taken. */
  void freeCached(long limitBytes) {
    for (BlockCache cache : caches) {
      long free = cache.freeBytes(); // blocks that other threads free meanwhile may stay
      while (free > 0 && budget.takenBytes() > limitBytes) {
        faults.point();
        long freed = cache.freeLargest(heap, budget);
        free -= freed == 0 ? free : freed;
      }
    }
  }
}
