package jackfield.backend.cpu.normalization;

/**
 * The positions of the elements of a channel or a group in a row-major tensor: runs of adjacent
 * elements. Loops take them block by block. A block is a part of a long run, or several short ones.
 *
 * @param first the position of the first run
 * @param step elements from one run to the next
 * @param runs the number of runs
 * @param length the elements of a run
 */
record Runs(long first, long step, long runs, long length) {
  /** The most elements of a block, which stay in the first-level cache. */
  static final int BLOCK = 2048;

  // Calling a loop for fewer elements takes longer than collecting them for one call.
  private static final long LONG = 256;

  /** Returns runs; those without gaps between them are one. */
  static Runs of(long first, long step, long runs, long length) {
    return step == length ? line(first, runs * length) : new Runs(first, step, runs, length);
  }

  /** Returns one run. */
  static Runs line(long first, long length) {
    return new Runs(first, length, 1, length);
  }

  long count() {
    return runs * length;
  }

  long blocks() {
    return isLong() ? runs * blocksOfRun() : Math.ceilDiv(runs, runsOfBlock());
  }

  private boolean isLong() {
    return length >= LONG;
  }

  private long blocksOfRun() {
    return Math.ceilDiv(length, BLOCK);
  }

  private long runsOfBlock() {
    return BLOCK / Math.max(1, length);
  }

  /** Returns the position of the first element of a block. */
  long position(long block) {
    return isLong()
        ? first + block / blocksOfRun() * step + block % blocksOfRun() * BLOCK
        : first + block * runsOfBlock() * step;
  }

  /** Returns the number of runs in a block. */
  long rows(long block) {
    return isLong() ? 1 : Math.min(runsOfBlock(), runs - block * runsOfBlock());
  }

  /** Returns the elements of each run in a block. */
  long columns(long block) {
    return isLong() ? Math.min(BLOCK, length - block % blocksOfRun() * BLOCK) : length;
  }

  /** Returns the elements of a block. */
  long count(long block) {
    return rows(block) * columns(block);
  }
}
