package jackfield.backend.cpu.counts;

import jackfield.parallel.Parallel;

/** Counts elements in bins with several threads: each part has counts of its own. */
final class BinCounts {
  private static final long GRAIN = 1 << 16; // elements of a part, at least
  private static final int PARTS = 8; // at most, so that their counts take little memory

  private BinCounts() {}

  /** Counts the elements of one part. */
  @FunctionalInterface
  interface Part {
    /** Adds to the counts of the elements from {@code from} to {@code to}, which is excluded. */
    void count(long from, long to, long[] counts);
  }

  /**
   * Returns the counts of all bins. If bins are many, one part counts all elements: the counts of
   * all parts are at most half as many as the elements.
   */
  static long[] of(long elements, int bins, Part part) {
    boolean isShared = bins <= elements / (2 * PARTS);
    long grain = isShared ? Math.max(GRAIN, Math.ceilDiv(elements, PARTS)) : Math.max(1, elements);
    long[][] all = new long[(int) Parallel.parts(elements, grain)][];
    Parallel.range(
        elements,
        grain,
        (from, to) -> {
          long[] counts = new long[bins];
          part.count(from, to, counts);
          all[(int) (from / grain)] = counts;
        });
    long[] sums = all.length == 0 ? new long[bins] : all[0];
    for (int i = 1; i < all.length; i++) {
      for (int bin = 0; bin < bins; bin++) {
        sums[bin] += all[i][bin];
      }
    }
    return sums;
  }
}
