package jackfield.backend.cpu;

import jackfield.aten.window.WindowProduct;
import jackfield.aten.window.Windows;

/**
 * The columns of windows: a matrix with a row for each channel and tap and a column for each
 * window. It contains the elements of the image under the taps, and 0 over padding. It is visited
 * in lines of adjacent windows.
 */
final class WindowColumns {
  private final Windows windows;
  private final long[] steps; // of the image, in bytes
  private final int element;
  private final int last;

  WindowColumns(WindowProduct product) {
    this.windows = product.windows();
    this.steps = WindowProduct.steps(product.image());
    this.element = product.image().dtype().sizeBytes();
    this.last = windows.rank() - 1;
  }

  /** Processes the windows of a line that are over adjacent rows of one row of the matrix. */
  @FunctionalInterface
  interface Line {
    /**
     * Processes a line.
     *
     * @param columns the address of the first of its elements in the matrix, which are adjacent
     * @param image the address of the image's first element under the tap
     * @param stepBytes the distance to the next one
     * @param before the elements over padding before the image
     * @param inside the elements over the image
     * @param after the elements over padding after the image
     */
    void run(long columns, long image, long stepBytes, long before, long inside, long after);
  }

  /**
   * Visits the windows from {@code from} to {@code to}, which is excluded, of all taps of one
   * channel.
   *
   * @param image the address of the channel
   * @param columns the address of the channel's first row, which has {@code to - from} elements
   */
  void forEach(long image, long columns, long from, long to, Line line) {
    long taps = windows.count(Windows.Side.TAPS);
    long[] tap = new long[windows.rank()];
    for (long number = 0; number < taps; number++) {
      split(number, windows.taps(), tap);
      row(image, columns + number * (to - from) * element, tap, from, to, line);
    }
  }

  private void row(long image, long columns, long[] tap, long from, long to, Line line) {
    long width = windows.positions()[last];
    long[] at = new long[windows.rank()];
    for (long position = from; position < to; ) {
      split(position, windows.positions(), at);
      long count = Math.min(width - at[last], to - position);
      line(image, columns + (position - from) * element, tap, at, count, line);
      position += count;
    }
  }

  private void line(long image, long columns, long[] tap, long[] at, long count, Line line) {
    long address = image;
    for (int dim = 0; dim < last; dim++) {
      long index = windows.index(dim, at[dim], tap[dim]);
      if (!windows.contains(dim, index)) {
        line.run(columns, 0, 0, count, 0, 0);
        return;
      }
      address += index * steps[dim];
    }
    long stride = windows.stride()[last];
    long first = windows.index(last, at[last], tap[last]);
    long before = clamp(Math.ceilDiv(-first, stride), count);
    long end = clamp(Math.ceilDiv(windows.image()[last] - first, stride), count);
    long inside = Math.max(0, end - before);
    long start = address + (first + before * stride) * steps[last];
    line.run(columns, start, stride * steps[last], before, inside, count - before - inside);
  }

  private static long clamp(long value, long most) {
    return Math.max(0, Math.min(value, most));
  }

  private static void split(long number, long[] sizes, long[] index) {
    long rest = number;
    for (int dim = sizes.length - 1; dim >= 0; dim--) {
      index[dim] = rest % sizes[dim];
      rest /= sizes[dim];
    }
  }
}
