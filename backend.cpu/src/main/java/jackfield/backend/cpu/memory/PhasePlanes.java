package jackfield.backend.cpu.memory;

import jackfield.aten.window.Windows;
import jackfield.backend.cpu.loops.RowsLoop;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;

/**
 * A copy of some rows of an image, with padding, in which the elements under one tap of adjacent
 * windows are adjacent.
 *
 * <p>Windows with a stride of s read every s-th element. So the copy has a plane for each
 * remainder, or phase, of the rows and columns. Each plane has one row for each row of windows, and
 * a few more for the further taps. The elements under a tap then start at {@link #offset} and
 * follow each other at the distance of windows, with {@link #pitch} elements for a row of windows.
 */
public final class PhasePlanes {
  private static final RowsLoop HALVING = RowsLoop.halving();

  private final RowsLoop copy;
  private final Windows windows;
  private final DType type;
  private final int element;
  private final long planeRows;
  private final long pitch;

  /**
   * Creates the geometry of a copy.
   *
   * @param copy the loop that copies rows of the type
   * @param windows those of an image with two dimensions
   * @param type the type of the copy
   * @param rows the rows of windows that are copied at a time
   */
  public PhasePlanes(RowsLoop copy, Windows windows, DType type, long rows) {
    this.copy = copy;
    this.windows = windows;
    this.type = type;
    this.element = type.sizeBytes();
    this.planeRows = rows + further(0);
    this.pitch = windows.positions()[1] + further(1);
  }

  /** Returns the rows or columns beyond those of the windows that the last tap needs. */
  private long further(int dim) {
    return (windows.taps()[dim] - 1) * windows.dilation()[dim] / windows.stride()[dim];
  }

  /** Returns the distance between rows of windows, in elements. */
  public long pitch() {
    return pitch;
  }

  /** Returns the number of elements from the first window of some rows to their last. */
  public long length(long rowsOfWindows) {
    return (rowsOfWindows - 1) * pitch + windows.positions()[1];
  }

  /** Returns the size of the copy. */
  public long bytes() {
    return windows.stride()[0] * windows.stride()[1] * planeRows * pitch * element;
  }

  /** Returns where the elements under a tap begin, in bytes. */
  public long offset(long tapRow, long tapColumn) {
    long down = tapRow * windows.dilation()[0];
    long right = tapColumn * windows.dilation()[1];
    long strideDown = windows.stride()[0];
    long strideRight = windows.stride()[1];
    long phase = down % strideDown * strideRight + right % strideRight;
    long place = down / strideDown * pitch + right / strideRight;
    return (phase * planeRows * pitch + place) * element;
  }

  /**
   * Copies the rows of one plane of an image. What is over padding is left as it is.
   *
   * @param image the address of the plane's first element
   * @param first the first row of windows
   */
  public void copy(Planes from, long image, long first, long memory) {
    long strideDown = windows.stride()[0];
    long strideRight = windows.stride()[1];
    for (long down = 0; down < strideDown; down++) {
      long start = first * strideDown - windows.padding()[0] + down; // the index of row 0
      long begin = Math.clamp(Math.ceilDiv(-start, strideDown), 0, planeRows);
      long end = Math.clamp(Math.ceilDiv(windows.image()[0] - start, strideDown), begin, planeRows);
      long source = image + (start + begin * strideDown) * from.rowStep();
      for (long right = 0; right < strideRight; right++) {
        long plane = (down * strideRight + right) * planeRows;
        rows(from, source, right, end - begin, memory + (plane + begin) * pitch * element);
      }
    }
  }

  /** Copies the columns of one phase of some rows. */
  private void rows(Planes from, long source, long phase, long count, long to) {
    long stride = windows.stride()[1];
    long start = phase - windows.padding()[1]; // the index of column 0
    long begin = Math.clamp(Math.ceilDiv(-start, stride), 0, pitch);
    long end = Math.clamp(Math.ceilDiv(windows.image()[1] - start, stride), begin, pitch);
    long step = from.columnStep() * stride;
    long at = source + (start + begin * stride) * from.columnStep();
    long target = to + begin * element;
    long rowStep = from.rowStep() * windows.stride()[0];
    if (from.type() == type && step == element) {
      copy.run(target, pitch * element, at, rowStep, count, end - begin, Scalar.ZERO);
      return;
    }
    boolean isHalved = from.type() == type && element == Integer.BYTES && step == 2L * element;
    if (isHalved) {
      long pitchBytes = pitch * element;
      HALVING.run(target, pitchBytes, at, rowStep, count, end - begin, Scalar.ZERO);
      return;
    }
    for (long row = 0; row < count; row++) {
      long rowAt = at + row * rowStep;
      long rowTo = target + row * pitch * element;
      StridedCopy.copy(from.type(), rowAt, step, type, rowTo, element, end - begin);
    }
  }
}
