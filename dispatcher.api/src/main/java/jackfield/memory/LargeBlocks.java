package jackfield.memory;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The large blocks of the host memory, and the slabs: takes them from the caches or from the system
 * and gives them back. Each block in use is under a {@link ReclaimReference}.
 *
 * <p>The class comment of {@link HostMemory} says which cache a thread uses, what bounds the bytes,
 * and what holds if an allocation fails.
 *
 * <p><em>Threads</em>: safe for all.
 */
final class LargeBlocks {
  private static final int COLLECTIONS = 4;
  private static final int CACHES_A_PROCESSOR = 4;
  private static final int MOST_CACHES = 64;
  private static final int LARGEST = 5;
  private static final String ADVICE =
      "work in a Scope, close tensors, or raise -D" + HostMemory.BUDGET_PROPERTY;

  private final Budget budget;
  private final NativeHeap heap;
  private final Faults faults;
  private final BlockCache[] caches = caches();
  private final AtomicInteger cacheNumbers = new AtomicInteger();
  private final Reclaimer reclaimer;

  LargeBlocks(Budget budget, NativeHeap heap, Faults faults) {
    this.budget = budget;
    this.heap = heap;
    this.faults = faults;
    this.reclaimer = new Reclaimer(budget, heap, faults, caches);
  }

  private static BlockCache[] caches() {
    int wanted = CACHES_A_PROCESSOR * Runtime.getRuntime().availableProcessors();
    BlockCache[] made = new BlockCache[Integer.highestOneBit(Math.min(wanted, MOST_CACHES))];
    Arrays.setAll(made, BlockCache::new);
    return made;
  }

  // ---- taking

  /**
   * Returns a reference with a block of at least {@code sizeBytes} bytes for {@code holder}.
   *
   * @throws OutOfTensorMemory if the budget and the system have none
   */
  ReclaimReference take(Object holder, long sizeBytes, ThreadMemory local) {
    if (sizeBytes < 0
        || sizeBytes / 2 > budget.limitBytes
        || sizeBytes > BlockCache.LARGEST_BYTES) {
      throw refusal(sizeBytes < 0 ? Long.MAX_VALUE : sizeBytes); // a product that overflowed
    }
    long rounded = BlockCache.roundUp(sizeBytes);
    faults.point();
    ReclaimReference reference = reclaimer.reference(holder);
    BlockCache own = caches[local.cacheNumber(cacheNumbers) & (caches.length - 1)];
    faults.point();
    if (!own.take(reference, rounded)) {
      takeElsewhere(reference, own, rounded);
    }
    faults.point();
    return reference;
  }

  private void takeElsewhere(ReclaimReference reference, BlockCache own, long rounded) {
    reclaimer.collectDropped();
    if (takeFree(reference, own, rounded)) {
      return;
    }
    faults.point();
    Block block = new Block(rounded);
    if (takeFresh(reference, own, block, budget.limitBytes)) {
      reclaimer.collectEarlyIfDue();
    } else {
      makeRoom(reference, own, block);
    }
  }

  private boolean takeFree(ReclaimReference reference, BlockCache own, long rounded) {
    faults.point();
    if (own.take(reference, rounded)) {
      return true;
    }
    for (BlockCache other : caches) {
      if (own.takeFrom(other, reference, rounded)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Allocates memory for {@code block} from the system; returns whether the limit and the system
   * allowed it.
   */
  private boolean takeFresh(
      ReclaimReference reference, BlockCache own, Block block, long limitBytes) {
    faults.point();
    if (!own.reserve(budget, limitBytes, reference, block)) {
      return false;
    }
    boolean isFilled = false;
    try {
      faults.point();
      block.raw = heap.malloc(block.sizeBytes + NativeHeap.ALIGNMENT);
      isFilled = block.raw != 0;
    } finally {
      if (!isFilled) {
        own.forget(budget, reference);
      }
    }
    return isFilled;
  }

  /**
   * Finds memory when the budget is reached or the system has no more. It settles limbo, frees
   * cached blocks, forces a collection, or fails. Blocks in limbo wait for running calls, and the
   * caller's own call is one of them, so it cannot wait for those blocks. They therefore do not
   * count, up to the size of the budget.
   *
   * <p>One thread at a time does this, and waiting threads use what its collection freed. A waiting
   * thread skips its own collection if enough collections since its arrival have freed nothing.
   */
  private void makeRoom(ReclaimReference reference, BlockCache own, Block block) {
    long came = reclaimer.collections();
    synchronized (reclaimer) {
      if (takeFree(reference, own, block.sizeBytes)
          || takeFresh(
              reference, own, block, budget.limitBytes) // cheap: memory of the last collection
          || isRoom(reference, own, block, reclaimer.limitBytes() - block.sizeBytes)) {
        return;
      }
      boolean isInVain = reclaimer.collections() - came >= COLLECTIONS;
      for (int mine = 0; mine < COLLECTIONS; mine++) {
        if (isRoom(reference, own, block, 0)) {
          return;
        }
        if (isInVain && reclaimer.foundNothing()) {
          break;
        }
        reclaimer.forceCollection();
      }
      if (!isRoom(reference, own, block, 0)) {
        throw refusal(block.sizeBytes);
      }
    }
  }

  /**
   * Takes a free block, or a fresh one after cached blocks were freed down to {@code untilBytes}.
   */
  private boolean isRoom(ReclaimReference reference, BlockCache own, Block block, long untilBytes) {
    reclaimer.settleLimbo();
    if (takeFree(reference, own, block.sizeBytes)) {
      return true;
    }
    long limit = reclaimer.limitBytes();
    reclaimer.freeCached(untilBytes);
    return takeFresh(reference, own, block, limit);
  }

  private OutOfTensorMemory refusal(long requestedBytes) {
    return new OutOfTensorMemory(
        requestedBytes,
        budget.takenBytes(),
        reclaimer.limboBytes(),
        budget.limitBytes,
        largest(),
        ADVICE);
  }

  // ---- giving back

  /**
   * Releases the block of a reference.
   *
   * @param isPrivate whether no other thread used the block; it is free at once then
   */
  void release(ReclaimReference reference, boolean isPrivate) {
    faults.point();
    if (isPrivate) {
      reference.cache.giveBack(reference);
      return;
    }
    reclaimer.take(reference);
  }

  /** Returns all free blocks to the system, including those that the garbage collector found. */
  void trim() {
    reclaimer.trim();
  }

  /** Returns the sizes of the largest blocks in use, the largest first. */
  long[] largest() {
    long[] largest = new long[LARGEST];
    for (BlockCache cache : caches) {
      cache.addLargest(largest);
    }
    return Arrays.stream(largest).filter(size -> size > 0).toArray();
  }
}
