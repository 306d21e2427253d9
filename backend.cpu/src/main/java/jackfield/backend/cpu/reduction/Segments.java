package jackfield.backend.cpu.reduction;

import jackfield.backend.cpu.memory.ArrayLength;
import jackfield.error.InvalidArgument;
import jackfield.parallel.Parallel;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;

/** The segments of one dimension of row-major tensors, for each index of those before it. */
final class Segments {
  private static final long GRAIN = 1 << 14; // elements of a part of a parallel loop

  private final long[][] bounds; // [outer index][segment]: where it begins; one more than segments
  private final int perIndex; // segments for each outer index
  private final long size;
  private final long inner;

  /** What is done with the columns of each segment. */
  interface Action {
    /**
     * Processes a segment.
     *
     * @param reduced the position of the first column's result in row-major order
     * @param first the position of the first column's first element
     * @param count the number of elements of a column; the next one is {@link #inner} after it
     */
    void run(long reduced, long first, long count);
  }

  private Segments(long[][] bounds, int perIndex, long size, long inner) {
    this.bounds = bounds;
    this.perIndex = perIndex;
    this.size = size;
    this.inner = inner;
  }

  /**
   * Reads lengths or offsets, which are row-major.
   *
   * @throws InvalidArgument if a length is negative, offsets descend, or a segment ends after the
   *     last element
   */
  static Segments of(String operator, Tensor data, int dim, Tensor lengths, Tensor offsets) {
    Tensor places = offsets == null ? lengths : offsets;
    long inner = 1;
    for (int next = dim + 1; next < data.rank(); next++) {
      inner *= data.size(next);
    }
    int count = ArrayLength.of(operator, "lengths", places.size(dim));
    int outer = count == 0 ? 0 : ArrayLength.of(operator, "data", places.elementCount() / count);
    long[][] bounds = new long[outer][];
    for (int i = 0; i < outer; i++) {
      long at = places.address() + (long) i * count * places.dtype().sizeBytes();
      bounds[i] = offsets == null ? summed(places, at, count) : read(places, at, count);
      check(operator, bounds[i], data.size(dim));
    }
    return new Segments(bounds, count - (offsets == null ? 0 : 1), data.size(dim), inner);
  }

  private static long[] read(Tensor places, long at, int count) {
    long[] values = new long[count];
    for (int i = 0; i < count; i++) {
      values[i] = Elements.longAt(places.dtype(), at + (long) i * places.dtype().sizeBytes());
    }
    return values;
  }

  private static long[] summed(Tensor places, long at, int count) {
    long[] lengths = read(places, at, count);
    long[] bounds = new long[count + 1];
    for (int i = 0; i < count; i++) {
      bounds[i + 1] = bounds[i] + lengths[i];
    }
    return bounds;
  }

  private static void check(String operator, long[] bounds, long size) {
    long before = 0;
    for (long bound : bounds) {
      if (bound < before || bound > size) {
        throw new InvalidArgument(
            operator,
            "lengths",
            "give a segment from %d to %d of %d elements".formatted(before, bound, size));
      }
      before = bound;
    }
  }

  /** Refuses lengths that do not add up to the size of the dimension. */
  void requireAll(String operator) {
    for (long[] each : bounds) {
      if (each[each.length - 1] != size) {
        throw new InvalidArgument(
            operator,
            "lengths",
            "add up to %d, expected %d".formatted(each[each.length - 1], size));
      }
    }
  }

  /** Returns the number of columns. */
  long inner() {
    return inner;
  }

  /** Processes all segments with several threads; a part has whole segments. */
  void forEach(Action action) {
    long segments = (long) bounds.length * perIndex;
    long elements = bounds.length * size * inner;
    long grain = Math.max(1, GRAIN / Math.max(1, elements / Math.max(1, segments)));
    Parallel.range(
        segments,
        grain,
        (from, to) -> {
          for (long i = from; i < to; i++) {
            long[] ends = bounds[(int) (i / perIndex)];
            int segment = (int) (i % perIndex);
            long first = (i / perIndex * size + ends[segment]) * inner;
            action.run(i * inner, first, ends[segment + 1] - ends[segment]);
          }
        });
  }
}
