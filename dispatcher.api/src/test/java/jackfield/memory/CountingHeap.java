package jackfield.memory;

/**
 * A heap that counts blocks but has no memory. An address encodes its block's number and size, so
 * each method is atomic even on a full stack.
 */
final class CountingHeap extends NativeHeap {
  private static final int SIZE_BITS = 32;
  private static final int MOST = 1 << 20;

  private final boolean[] isTaken = new boolean[MOST];
  private final long limitBytes;
  private int blocks;
  private int wrongFrees;
  private long takenBytes;

  CountingHeap(long limitBytes) {
    this.limitBytes = limitBytes;
  }

  @Override
  synchronized long malloc(long sizeBytes) {
    if (sizeBytes > limitBytes - takenBytes) {
      return 0;
    }
    takenBytes += sizeBytes - ALIGNMENT;
    isTaken[++blocks] = true;
    return ((long) blocks << SIZE_BITS) | sizeBytes;
  }

  @Override
  synchronized void free(long raw) {
    int block = (int) (raw >>> SIZE_BITS);
    if (!isTaken[block]) {
      wrongFrees++;
      return;
    }
    isTaken[block] = false;
    takenBytes -= (raw & ((1L << SIZE_BITS) - 1)) - ALIGNMENT;
  }

  /** Returns the requested bytes of the blocks that were allocated and not freed. */
  synchronized long takenBytes() {
    return takenBytes;
  }

  /** Returns the number of allocated blocks. */
  synchronized int blocks() {
    return blocks;
  }

  /** Returns the number of frees of an address that was not allocated. */
  synchronized int wrongFrees() {
    return wrongFrees;
  }
}
