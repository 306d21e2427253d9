package jackfield.tensor;

import jackfield.tensor.HostMemory.Block;
import java.util.ArrayList;
import java.util.List;

/**
 * Free blocks by size class: eight classes to a power of two, so that at most an eighth is wasted.
 *
 * <p><em>Threads</em>: not safe; a thread has its own, and the shared one is guarded by itself.
 */
final class BlockCache {
  private static final int STEPS = 3; // 2^3 classes to a power of two
  private static final long CAPACITY_BYTES = 64L << 20;

  private final ArrayList<ArrayList<Block>> classes = new ArrayList<>();
  private long heldBytes;

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

  /** Returns a block of exactly {@code rounded} bytes, or null if there is none. */
  Block take(long rounded) {
    int index = classOf(rounded);
    if (index >= classes.size() || classes.get(index).isEmpty()) {
      return null;
    }
    heldBytes -= rounded;
    return classes.get(index).removeLast();
  }

  /** Takes {@code block} in unless that exceeds what a thread may hold. */
  boolean offer(Block block) {
    if (heldBytes + block.sizeBytes() > CAPACITY_BYTES) {
      return false;
    }
    add(block);
    return true;
  }

  void add(Block block) {
    int index = classOf(block.sizeBytes());
    while (classes.size() <= index) {
      classes.add(new ArrayList<>());
    }
    classes.get(index).add(block);
    heldBytes += block.sizeBytes();
  }

  /** Removes and returns all blocks. */
  List<Block> drain() {
    List<Block> all = new ArrayList<>();
    for (List<Block> blocks : classes) {
      all.addAll(blocks);
      blocks.clear();
    }
    heldBytes = 0;
    return all;
  }
}
