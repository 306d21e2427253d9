package jackfield.backend.cpu.reference.scan;

import jackfield.backend.cpu.reference.element.ArrayLength;
import jackfield.error.InvalidArgument;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;

/** The segments of one dimension of row-major tensors, for each index of those before it. */
final class Segments {
  private final long[][] bounds; // [outer index][segment]: where it begins; one more than segments
  private final long size;
  private final long inner;

  /** A segment of one column. */
  interface Action {
    /**
     * Processes a segment.
     *
     * @param reduced the position of the result in row-major order
     * @param first the position of the first element
     * @param step the distance to the next element
     * @param count the number of elements
     */
    void run(long reduced, long first, long step, long count);
  }

  private Segments(long[][] bounds, long size, long inner) {
    this.bounds = bounds;
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
    return new Segments(bounds, data.size(dim), inner);
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

  void forEach(Action action) {
    for (int outer = 0; outer < bounds.length; outer++) {
      int segments = bounds[outer].length - 1;
      for (int segment = 0; segment < segments; segment++) {
        long from = bounds[outer][segment];
        long count = bounds[outer][segment + 1] - from;
        for (long column = 0; column < inner; column++) {
          long reduced = ((long) outer * segments + segment) * inner + column;
          action.run(reduced, (outer * size + from) * inner + column, inner, count);
        }
      }
    }
  }
}
