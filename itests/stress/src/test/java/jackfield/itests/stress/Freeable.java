package jackfield.itests.stress;

/** Like a native library: it may be used until it is freed, and not afterwards. */
final class Freeable {
  // Long enough for a writer that misses the reader to free it meanwhile.
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
