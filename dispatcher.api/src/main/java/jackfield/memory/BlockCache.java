package jackfield.memory;

import java.util.function.Consumer;

/**
 * A stripe of the host memory: free blocks by size class, and the nets of the blocks in use that
 * were taken through it. There are eight classes per power of two, so at most an eighth is wasted.
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
  private Net nets;

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
   * Gives {@code net} a free block of exactly {@code rounded} bytes; returns whether there was one.
   */
  boolean take(Net net, long rounded) {
    int number = classOf(rounded);
    synchronized (this) {
      Block block = free[number];
      if (block == null) {
        return false;
      }
      add(net, block);
      free[number] = block.next;
      freeBytes -= rounded;
      block.next = null;
      return true;
    }
  }

  /** Gives {@code net}, of this cache, a free block of another; returns whether there was one. */
  boolean takeFrom(BlockCache other, Net net, long rounded) {
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
        add(net, block);
        other.free[number] = block.next;
        other.freeBytes -= rounded;
        block.next = null;
        return true;
      }
    }
  }

  /**
   * Reserves the bytes of {@code block}, which has no memory yet, and gives it to {@code net},
   * unless more than {@code limitBytes} would be taken.
   *
   * @return whether it was reserved
   */
  synchronized boolean reserve(Budget budget, long limitBytes, Net net, Block block) {
    synchronized (budget) {
      if (block.sizeBytes > limitBytes - budget.takenBytes) {
        return false;
      }
      add(net, block);
      budget.takenBytes += block.sizeBytes;
      return true;
    }
  }

  /** Cancels a {@link #reserve} whose block got no memory. */
  synchronized void forget(Budget budget, Net net) {
    Block block = net.block;
    if (block == null || block.raw != 0) {
      return;
    }
    synchronized (budget) {
      remove(net);
      budget.takenBytes -= block.sizeBytes;
    }
  }

  private void add(Net net, Block block) {
    net.block = block;
    net.cache = this;
    net.after = nets;
    if (nets != null) {
      nets.before = net;
    }
    nets = net;
  }

  /** Removes {@code net} from the list; the caller moves its block. */
  void remove(Net net) {
    if (net.before == null) {
      nets = net.after;
    } else {
      net.before.after = net.after;
    }
    if (net.after != null) {
      net.after.before = net.before;
    }
    net.block = null;
    net.before = null;
    net.after = null;
  }

  // ---- giving back

  /** Makes the block of {@code net}, of this cache, free, if it still has one. */
  void giveBack(Net net) {
    synchronized (this) {
      Block block = net.block;
      if (block == null) {
        return;
      }
      int number = classOf(block.sizeBytes);
      remove(net);
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

  /** Passes the nets whose holders were collected to {@code dropped}, which may remove them. */
  synchronized void forEachDropped(Consumer<Net> dropped) {
    for (Net net = nets; net != null; ) {
      Net after = net.after;
      if (net.refersTo(null)) {
        dropped.accept(net);
      }
      net = after;
    }
  }

  /** Merges the sizes of the blocks in use into {@code largest}, the largest first. */
  synchronized void addLargest(long[] largest) {
    for (Net net = nets; net != null; net = net.after) {
      long size = net.block.sizeBytes;
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
