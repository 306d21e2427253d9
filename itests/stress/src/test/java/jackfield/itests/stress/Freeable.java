package jackfield.itests.stress;

/** Something like a native library: to be used before it is freed, never after. */
final class Freeable {
  // Long enough for a writer that does not see the reader to come along.
  private static final int READS = 30;

  private int freed; // plain on purpose: only the protocol orders its reads and its write

  /** Returns 1, or 2 if it was freed before or meanwhile. */
  int use() {
    int seen = 0;
    for (int i = 0; i < READS; i++) {
      Thread.onSpinWait();
      seen |= freed;
    }
    return 1 + seen;
  }

  void free() {
    freed = 1;
  }
}
