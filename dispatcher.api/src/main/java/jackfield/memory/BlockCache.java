package jackfield.memory;

import java.util.function.Consumer;

/**
 * A stripe of the host memory: free blocks by size class, and the references of the blocks in use
 * that were taken through it. There are eight classes per power of two, so at most an eighth is
 * wasted.
 *
 * <p>Each method moves a block from one collection to another under the locks of both. It creates
 * no objects, and it calls nothing, or nothing after the first write. A move is therefore atomic,
 * whatever is thrown.
 *
 * <p><em>Threads</em>: safe for all. Locks are taken in this order: caches by {@link #index},
 * {@link Limbo}, {@link Budget}.
 */
final class BlockCache {
  /** The largest size with a class. */
  static final long LARGEST_BYTES = 1L << 60;

  private static final int STEPS = 3; // 2^3 classes per power of two
  private static final int CLASSES = 62 << STEPS;

  private final int index;
  private final Block[] free = new Block[CLASSES];
  private long freeBytes;
  private ReclaimReference references;

  BlockCache(int index) {
    this.index = index;
  }

  /** Returns the size of the class that {@code sizeBytes} belongs to. */
  static long roundUp(long sizeBytes) {
    int shift = Math.max(6, 63 - Long.numberOfLeadingZeros(sizeBytes - 1) - STEPS);
    long unit = 1L << shift;
    return (sizeBytes + unit - 1) & -unit;
  }

  private static int classOf(long rounded) {
    int log = 63 - Long.numberOfLeadingZeros(rounded - 1);
    int shift = Math.max(6, log - STEPS);
    return (log << STEPS) + (int) (((rounded - 1) >>> shift) & ((1 << STEPS) - 1));
  }

  // ---- taking

  /**
   * Gives {@code reference} a free block of exactly {@code rounded} bytes; returns whether there
   * was one.
   */
  boolean take(ReclaimReference reference, long rounded) {
    int number = classOf(rounded);
    synchronized (this) {
      Block block = free[number];
      if (block == null) {
        return false;
      }
      add(reference, block);
      free[number] = block.next;
      freeBytes -= rounded;
      block.next = null;
      return true;
    }
  }

  /**
   * Gives {@code reference}, of this cache, a free block of another; returns whether there was one.
   */
  boolean takeFrom(BlockCache other, ReclaimReference reference, long rounded) {
    int number = classOf(rounded);
    if (other.free[number] == null) { // a racy read, so that only caches with blocks are locked
      return false;
    }
    synchronized (index < other.index ? this : other) {
      synchronized (index < other.index ? other : this) {
        Block block = other.free[number];
        if (block == null) {
          return false;
        }
        add(reference, block);
        other.free[number] = block.next;
        other.freeBytes -= rounded;
        block.next = null;
        return true;
      }
    }
  }

  /**
   * Reserves the bytes of {@code block}, which has no memory yet, and gives it to {@code
   * reference}, unless more than {@code limitBytes} would be taken.
   *
   * @return whether it was reserved
   */
  synchronized boolean reserve(
      Budget budget, long limitBytes, ReclaimReference reference, Block block) {
    synchronized (budget) {
      if (block.sizeBytes > limitBytes - budget.takenBytes) {
        return false;
      }
      add(reference, block);
      budget.takenBytes += block.sizeBytes;
      return true;
    }
  }

  /** Cancels a {@link #reserve} whose block got no memory. */
  synchronized void forget(Budget budget, ReclaimReference reference) {
    Block block = reference.block;
    if (block == null || block.raw != 0) {
      return;
    }
    synchronized (budget) {
      remove(reference);
      budget.takenBytes -= block.sizeBytes;
    }
  }

  private void add(ReclaimReference reference, Block block) {
    reference.block = block;
    reference.cache = this;
    reference.after = references;
    if (references != null) {
      references.before = reference;
    }
    references = reference;
  }

  /** Removes {@code reference} from the list; the caller moves its block. */
  void remove(ReclaimReference reference) {
    if (reference.before == null) {
      references = reference.after;
    } else {
      reference.before.after = reference.after;
    }
    if (reference.after != null) {
      reference.after.before = reference.before;
    }
    reference.block = null;
    reference.before = null;
    reference.after = null;
  }

  // ---- giving back

  /** Makes the block of {@code reference}, of this cache, free, if it still has one. */
  void giveBack(ReclaimReference reference) {
    synchronized (this) {
      Block block = reference.block;
      if (block == null) {
        return;
      }
      int number = classOf(block.sizeBytes);
      remove(reference);
      block.next = free[number];
      free[number] = block;
      freeBytes += block.sizeBytes;
    }
  }

  /**
   * Frees the first block of {@code limbo}, if it is still {@code block} and no call can read it.
   */
  void receive(Limbo limbo, Block block, long ticket, long oldestEpoch) {
    int number = classOf(block.sizeBytes);
    synchronized (this) {
      synchronized (limbo) {
        if (limbo.settled(ticket, oldestEpoch) == block) {
          limbo.removeFirst();
          block.next = free[number];
          free[number] = block;
          freeBytes += block.sizeBytes;
        }
      }
    }
  }

  /**
   * Returns one of the largest free blocks to the system; returns its size in bytes, 0 for none.
   */
  synchronized long freeLargest(NativeHeap heap, Budget budget) {
    if (freeBytes == 0) {
      return 0;
    }
    int number = CLASSES - 1;
    while (free[number] == null) {
      number--;
    }
    Block block = free[number];
    heap.free(block.raw);
    free[number] = block.next;
    freeBytes -= block.sizeBytes;
    synchronized (budget) {
      budget.takenBytes -= block.sizeBytes;
    }
    return block.sizeBytes;
  }

  synchronized long freeBytes() {
    return freeBytes;
  }

  // ---- blocks in use

  /**
   * Passes the references whose holders were collected to {@code dropped}, which may remove them.
   */
  synchronized void forEachDropped(Consumer<ReclaimReference> dropped) {
    for (ReclaimReference reference = references; reference != null; ) {
      ReclaimReference after = reference.after;
      if (reference.refersTo(null)) {
        dropped.accept(reference);
      }
      reference = after;
    }
  }

  /** Merges the sizes of the blocks in use into {@code largest}, the largest first. */
  synchronized void addLargest(long[] largest) {
    for (ReclaimReference reference = references; reference != null; reference = reference.after) {
      long size = reference.block.sizeBytes;
      for (int i = 0; i < largest.length; i++) {
        long smaller = largest[i];
        if (size > smaller) {
          largest[i] = size;
          size = smaller;
        }
      }
    }
  }
}
