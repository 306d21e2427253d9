package jackfield.backend.cpu.pooling;

import jackfield.aten.pooling.PoolingWindows;
import jackfield.aten.window.Windows;
import jackfield.backend.cpu.loops.window.PairMaximum;
import jackfield.backend.cpu.memory.Planes;
import jackfield.tensor.DType;

/**
 * Computes the greatest elements of adjacent windows of 2 × 2 float32, which need no scratch
 * memory.
 *
 * <p><em>Threads</em>: several may compute different rows.
 */
final class MaxPairs {
  private final Planes self;
  private final Planes out;
  private final Planes indices;
  private final long rows;
  private final int columns;
  private final int width; // of the image

  /** Creates the kernel of windows that {@link #fits} accepts. */
  MaxPairs(PoolingWindows windows, Planes self, Planes out, Planes indices) {
    this.self = self;
    this.out = out;
    this.indices = indices;
    this.rows = windows.positions(0);
    this.columns = Math.toIntExact(windows.positions(1));
    this.width = Math.toIntExact(windows.image(1));
  }

  /**
   * Returns whether windows are of 2 × 2 float32, adjacent and inside of the image, and rows have
   * no gaps between elements.
   */
  static boolean fits(PoolingWindows windows, Planes self, Planes out, Planes indices) {
    Windows geometry = windows.geometry();
    boolean isDense =
        !windows.isAdaptive()
            && self.type() == DType.FLOAT32
            && self.columnStep() == Float.BYTES
            && out.columnStep() == Float.BYTES
            && indices.columnStep() == Long.BYTES;
    return isDense
        && areInside(geometry, 0)
        && areInside(geometry, 1)
        && windows.image(0) <= Integer.MAX_VALUE / Math.max(1, windows.image(1));
  }

  private static boolean areInside(Windows geometry, int dim) {
    return geometry.taps()[dim] == 2
        && geometry.stride()[dim] == 2
        && geometry.padding()[dim] == 0
        && geometry.dilation()[dim] == 1
        && geometry.positions()[dim] <= geometry.image()[dim] / 2;
  }

  /** Returns the number of rows of windows of {@code planes} planes. */
  long rows(long planes) {
    return planes * rows;
  }

  /** Returns the number of elements under a row of windows. */
  long taps() {
    return 4L * columns;
  }

  /** Computes some rows of windows, counted over all planes. */
  void run(long from, long to) {
    long plane = from / rows;
    long row = from % rows;
    for (long left = to - from; left > 0; plane++, row = 0) {
      long count = Math.min(left, rows - row);
      plane(plane, row, count);
      left -= count;
    }
  }

  private void plane(long plane, long first, long count) {
    long upper = self.at(plane) + 2 * first * self.rowStep();
    long to = out.at(plane) + first * out.rowStep();
    long index = indices.at(plane) + first * indices.rowStep();
    for (long row = first; row < first + count; row++) {
      int position = (int) (2 * row * width);
      PairMaximum.row(upper, upper + self.rowStep(), columns, width, position, to, index);
      upper += 2 * self.rowStep();
      to += out.rowStep();
      index += indices.rowStep();
    }
  }
}
