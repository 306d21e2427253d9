package jackfield.memory;

/**
 * A heap without memory, which counts. An address tells its block's number and size, so that each
 * method takes effect as a whole also where the stack is full.
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

  /** Returns the bytes of the blocks that were given out and not freed, as they were asked for. */
  synchronized long takenBytes() {
    return takenBytes;
  }

  /** Returns how many blocks were given out. */
  synchronized int blocks() {
    return blocks;
  }

  /** Returns how often something was freed that was not taken. */
  synchronized int wrongFrees() {
    return wrongFrees;
  }
}
