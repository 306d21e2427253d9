package jackfield.backend.cpu.pooling;

import jackfield.aten.pooling.PoolingPlan;
import jackfield.aten.pooling.PoolingWindows;

/**
 * The range of indexes that is summed up for each index of the output, in one dimension of a plane.
 *
 * @param firsts the first index
 * @param ends one after the last index; not above the first if there is none
 * @param counts the elements of each window, by which its sum is divided
 * @param given the number by which sums are divided; null for the number of elements
 */
@SuppressWarnings("ArrayRecordComponent") // this record is never compared
record Spans(int[] firsts, int[] ends, long[] counts, Long given) {
  /** Returns the elements of each window. */
  static Spans ofWindows(PoolingPlan plan, int dim) {
    PoolingWindows windows = plan.windows();
    int count = Math.toIntExact(windows.positions(dim));
    int[] firsts = new int[count];
    int[] ends = new int[count];
    for (int i = 0; i < count; i++) {
      firsts[i] = (int) windows.first(dim, i);
      ends[i] = (int) windows.end(dim, i);
    }
    return new Spans(firsts, ends, counts(plan, dim), plan.givenDivisor());
  }

  /** Returns the windows over each element. */
  static Spans overElements(PoolingPlan plan, int dim) {
    PoolingWindows windows = plan.windows();
    int count = Math.toIntExact(windows.image(dim));
    int[] firsts = new int[count];
    int[] ends = new int[count];
    for (int i = 0; i < count; i++) {
      firsts[i] = (int) windows.firstOver(dim, i);
      ends[i] = (int) windows.firstAfter(dim, i);
    }
    return new Spans(firsts, ends, counts(plan, dim), plan.givenDivisor());
  }

  private static long[] counts(PoolingPlan plan, int dim) {
    PoolingWindows windows = plan.windows();
    long[] counts = new long[Math.toIntExact(windows.positions(dim))];
    for (int i = 0; i < counts.length; i++) {
      counts[i] =
          plan.countsPadding()
              ? windows.padded(dim, i)
              : windows.end(dim, i) - windows.first(dim, i);
    }
    return counts;
  }

  int first(int index) {
    return firsts[index];
  }

  int end(int index) {
    return ends[index];
  }

  long count(int window) {
    return counts[window];
  }
}
