package jackfield.backend.cuda.statistics;

import jackfield.aten.kernel.OutputPlan;
import jackfield.backend.cuda.launch.Launcher;
import jackfield.error.InvalidArgument;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Where the segments of a dimension begin. The host reads lengths or offsets and checks them before
 * anything is written.
 *
 * @param places where each segment begins, and where the last one ends, row by row
 * @param rows the number of rows
 * @param segments the number of segments of a row
 * @param size the size of the dimension
 */
record SegmentBounds(String operator, long[] places, int rows, int segments, long size) {
  /**
   * Waits for lengths or offsets.
   *
   * @param lengths the number of the input that has lengths; the next one has offsets
   * @throws InvalidArgument if a length is negative, offsets descend, or a segment ends after the
   *     last element
   */
  static SegmentBounds ofBlocking(Launcher launcher, OutputPlan plan, long size, int lengths) {
    Tensor offsets = plan.rowMajor(lengths + 1);
    long[] given = readBlocking(launcher, offsets == null ? plan.rowMajor(lengths) : offsets);
    Tensor shape = plan.input(offsets == null ? lengths : lengths + 1);
    int inRow = Math.toIntExact(shape.size(shape.rank() - 1));
    int rows = inRow == 0 ? 0 : given.length / inRow;
    SegmentBounds bounds =
        offsets == null
            ? new SegmentBounds(plan.operator(), summed(given, rows, inRow), rows, inRow, size)
            : new SegmentBounds(plan.operator(), given, rows, inRow - 1, size);
    bounds.check();
    return bounds;
  }

  private static long[] readBlocking(Launcher launcher, Tensor tensor) {
    long[] values = new long[Math.toIntExact(tensor.elementCount())];
    long bytes = (long) values.length * tensor.dtype().sizeBytes();
    if (bytes == 0) {
      return values;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment near = arena.allocate(bytes, Long.BYTES);
      launcher.stream().copyToHostBlocking(tensor.address(), near.address(), bytes);
      for (int i = 0; i < values.length; i++) {
        values[i] =
            Elements.longAt(tensor.dtype(), near.address() + (long) i * tensor.dtype().sizeBytes());
      }
    }
    return values;
  }

  private static long[] summed(long[] lengths, int rows, int segments) {
    long[] places = new long[rows * (segments + 1)];
    for (int i = 0; i < lengths.length; i++) {
      int at = i / segments * (segments + 1) + i % segments;
      places[at + 1] = places[at] + lengths[i];
    }
    return places;
  }

  private void check() {
    for (int i = 0; i < places.length; i++) {
      long before = i % (segments + 1) == 0 ? 0 : places[i - 1];
      if (places[i] < before || places[i] > size) {
        throw new InvalidArgument(
            operator,
            "lengths",
            "give a segment from %d to %d of %d elements".formatted(before, places[i], size));
      }
    }
  }

  /** Refuses lengths that do not add up to the size of the dimension. */
  void requireAll() {
    for (int row = 0; row < rows; row++) {
      long end = places[row * (segments + 1) + segments];
      if (end != size) {
        throw new InvalidArgument(
            operator, "lengths", "add up to %d, expected %d".formatted(end, size));
      }
    }
  }
}
