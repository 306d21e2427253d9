package jackfield.backend.cpu.pooling;

import jackfield.aten.pooling.PoolingPlan;
import jackfield.aten.pooling.PoolingWindows;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;

/**
 * The range of indexes that is summed up for each index of the output, in one dimension of a plane.
 *
 * @param first the first index
 * @param end one after the last index; not above the first if there is none
 * @param count the elements of each window, by which its sum is divided
 * @param given the number by which sums are divided; null for the number of elements
 */
record Spans(LongUnaryOperator first, LongUnaryOperator end, LongUnaryOperator count, Long given) {
  private static final long MOST = 1 << 20; // numbers that are computed once for all planes

  /** Returns the elements of each window. */
  static Spans ofWindows(PoolingPlan plan, int dim) {
    PoolingWindows windows = plan.windows();
    long positions = windows.positions(dim);
    return new Spans(
        once(positions, i -> windows.first(dim, i)),
        once(positions, i -> windows.end(dim, i)),
        counts(plan, dim),
        plan.givenDivisor());
  }

  /** Returns the windows over each element. */
  static Spans overElements(PoolingPlan plan, int dim) {
    PoolingWindows windows = plan.windows();
    long image = windows.image(dim);
    return new Spans(
        once(image, i -> windows.firstOver(dim, i)),
        once(image, i -> windows.firstAfter(dim, i)),
        counts(plan, dim),
        plan.givenDivisor());
  }

  private static LongUnaryOperator counts(PoolingPlan plan, int dim) {
    PoolingWindows windows = plan.windows();
    return once(
        windows.positions(dim),
        plan.countsPadding()
            ? i -> windows.padded(dim, i)
            : i -> windows.end(dim, i) - windows.first(dim, i));
  }

  /** Returns the function from a table, unless the table would be large. */
  private static LongUnaryOperator once(long count, LongUnaryOperator function) {
    if (count > MOST) {
      return function;
    }
    long[] numbers = LongStream.range(0, count).map(function).toArray();
    return i -> numbers[(int) i];
  }

  long first(long index) {
    return first.applyAsLong(index);
  }

  long end(long index) {
    return end.applyAsLong(index);
  }

  long count(long window) {
    return count.applyAsLong(window);
  }
}
