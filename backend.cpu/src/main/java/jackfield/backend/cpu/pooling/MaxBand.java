package jackfield.backend.cpu.pooling;

import jackfield.aten.pooling.PoolingWindows;
import jackfield.aten.window.Windows;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.RowsLoop;
import jackfield.backend.cpu.loops.window.TapMaximum;
import jackfield.backend.cpu.memory.PhasePlanes;
import jackfield.backend.cpu.memory.Planes;
import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;

/**
 * Computes the greatest elements of some rows of windows of one plane, tap by tap, in scratch
 * memory.
 *
 * <p><em>Threads</em>: several may compute different rows.
 */
final class MaxBand {
  private static final Scalar LEAST_REAL = Scalar.of(Double.NEGATIVE_INFINITY);
  private static final int MOST_TAPS = 4096; // whose numbers float32 can hold
  private static final int MARGIN = 16; // elements of a copy beyond those of a small image
  private static final Scalar NONE = Scalar.of(-1L); // the tap if none is above the least number

  private final PoolingWindows windows;
  private final PhasePlanes planes;
  private final DType type;
  private final long rows;
  private final TapMaximum maximum;
  private final PointwiseLoop fill;
  private final Planes self;
  private final Planes out;
  private final Planes indices;
  private final long[] distances; // of each tap from the window's first, as positions in the plane
  private final Scalar[] taps;

  MaxBand(
      PoolingWindows windows,
      DType type,
      long rows,
      RowsLoop copy,
      TapMaximum maximum,
      PointwiseLoop fill,
      Planes self,
      Planes out,
      Planes indices) {
    this.windows = windows;
    this.planes = new PhasePlanes(copy, windows.geometry(), type, rows);
    this.type = type;
    this.rows = rows;
    this.maximum = maximum;
    this.fill = fill;
    this.self = self;
    this.out = out;
    this.indices = indices;
    Windows geometry = windows.geometry();
    this.distances = new long[Math.toIntExact(geometry.count(Windows.Side.TAPS))];
    this.taps = new Scalar[distances.length];
    for (int tap = 0; tap < distances.length; tap++) {
      long down = tap / geometry.taps()[1] * geometry.dilation()[0];
      long right = tap % geometry.taps()[1] * geometry.dilation()[1];
      distances[tap] = down * windows.image(1) + right;
      taps[tap] = Scalar.of((long) tap);
    }
  }

  /** Returns whether windows are not much larger than the image, and have not too many taps. */
  static boolean fits(PoolingWindows windows) {
    if (windows.isAdaptive()) {
      return false;
    }
    Windows geometry = windows.geometry();
    for (int dim = 0; dim < 2; dim++) {
      long most = windows.image(dim) + MARGIN;
      long taps = geometry.taps()[dim];
      boolean fits =
          taps <= MOST_TAPS
              && geometry.stride()[dim] <= most
              && (taps == 1 || geometry.dilation()[dim] <= 2 * most / (taps - 1));
      if (!fits) {
        return false;
      }
    }
    return geometry.taps()[0] * geometry.taps()[1] <= MOST_TAPS;
  }

  private static Scalar least(DType type) {
    if (type.isFloating()) {
      return LEAST_REAL;
    }
    return Scalar.of(type == DType.UINT8 ? 0 : -1L << (type.sizeBytes() * Byte.SIZE - 1));
  }

  /** Writes the result of a window without elements. */
  static void putLeast(DType type, long address) {
    Elements.putScalar(type, address, least(type));
  }

  /** Returns the rows of windows that are computed at a time. */
  long rows() {
    return rows;
  }

  /** Returns the number of taps. */
  long taps() {
    return distances.length;
  }

  /** Returns the size of the scratch memory: the copy and the results. */
  long bytes() {
    return planes.bytes() + 2 * lineBytes();
  }

  private long lineBytes() {
    return planes.length(rows) * type.sizeBytes();
  }

  /** Computes the rows of windows from {@code first}. */
  void run(long plane, long first, long memory) {
    long count = Math.min(rows, windows.positions(0) - first);
    long length = planes.length(count);
    long best = memory + planes.bytes();
    long chosen = best + lineBytes();
    Scalar least = least(self.type());
    fill.run(memory, 0, 0, 0, planes.bytes() / type.sizeBytes(), least);
    planes.copy(self, self.at(plane), first, memory);
    fill.run(best, 0, 0, 0, length, least);
    fill.run(chosen, 0, 0, 0, length, NONE);
    long columns = windows.geometry().taps()[1];
    for (int tap = 0; tap < taps.length; tap++) {
      long line = memory + planes.offset(tap / columns, tap % columns);
      maximum.run(best, chosen, line, length, taps[tap]);
    }
    for (long row = 0; row < count; row++) {
      long skipped = row * planes.pitch() * type.sizeBytes();
      write(plane, first + row, best + skipped, chosen + skipped);
    }
  }

  private void write(long plane, long row, long best, long chosen) {
    int element = type.sizeBytes();
    long columns = windows.positions(1);
    long to = out.at(plane) + row * out.rowStep();
    StridedCopy.copy(type, best, element, out.type(), to, out.columnStep(), columns);
    long index = indices.at(plane) + row * indices.rowStep();
    Windows geometry = windows.geometry();
    long start = geometry.index(0, row, 0) * windows.image(1) - geometry.padding()[1];
    long right = geometry.stride()[1];
    if (type == DType.FLOAT32 && writeFloats(chosen, index, start, (int) columns, right)) {
      return;
    }
    for (long column = 0; column < columns; column++) {
      int tap = tap(chosen + column * element);
      long position =
          tap < 0
              ? windows.first(0, row) * windows.image(1) + windows.first(1, column)
              : start + column * right + distances[tap];
      HostBytes.putLong(index + column * indices.columnStep(), position);
    }
  }

  /**
   * Writes the positions of windows of float32 in a loop with constants only.
   *
   * @return whether it did: not where a window has no element above the least number
   */
  private boolean writeFloats(long chosen, long index, long start, int columns, long right) {
    long[] places = distances;
    long step = indices.columnStep();
    for (int column = 0; column < columns; column++) {
      int tap = (int) HostBytes.floatAt(chosen + (long) column * Float.BYTES);
      if (tap < 0) {
        return false;
      }
      HostBytes.putLong(index + column * step, start + column * right + places[tap]);
    }
    return true;
  }

  private int tap(long address) {
    return type == DType.FLOAT32
        ? (int) HostBytes.floatAt(address)
        : (int) (type == DType.FLOAT64 ? HostBytes.doubleAt(address) : HostBytes.longAt(address));
  }
}
