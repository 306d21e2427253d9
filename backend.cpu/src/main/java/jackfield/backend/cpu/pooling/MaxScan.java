package jackfield.backend.cpu.pooling;

import jackfield.aten.pooling.PoolingWindows;
import jackfield.backend.cpu.memory.Planes;
import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;

/**
 * Finds the greatest element of each window by comparing all its elements, for windows that {@link
 * MaxBand} does not support.
 *
 * <p><em>Threads</em>: several may scan different planes.
 */
record MaxScan(PoolingWindows windows, Planes self, Planes out, Planes indices) {

  void run(long plane) {
    for (long row = 0; row < windows.positions(0); row++) {
      for (long column = 0; column < windows.positions(1); column++) {
        long index = greatest(plane, row, column);
        long to = out.at(plane) + row * out.rowStep() + column * out.columnStep();
        if (index < 0) {
          MaxBand.putLeast(out.type(), to);
          index = windows.first(0, row) * windows.image(1) + windows.first(1, column);
        } else {
          StridedCopy.move(out.type().sizeBytes(), address(plane, index), 0, to, 0, 1);
        }
        HostBytes.putLong(
            indices.at(plane) + row * indices.rowStep() + column * indices.columnStep(), index);
      }
    }
  }

  private long address(long plane, long index) {
    long width = windows.image(1);
    return self.at(plane) + index / width * self.rowStep() + index % width * self.columnStep();
  }

  /** Returns the position of the greatest element; −1 if none is above the least number. */
  private long greatest(long plane, long row, long column) {
    DType type = self.type();
    double best = Double.NEGATIVE_INFINITY;
    long bestWhole = Long.MIN_VALUE;
    long found = -1;
    for (long y = windows.first(0, row); y < windows.end(0, row); y += windows.step(0)) {
      for (long x = windows.first(1, column); x < windows.end(1, column); x += windows.step(1)) {
        long index = y * windows.image(1) + x;
        long at = address(plane, index);
        if (type.isFloating()) {
          double value = Elements.doubleAt(type, at);
          if (value > best || Double.isNaN(value)) {
            best = value;
            found = index;
          }
        } else if (Elements.longAt(type, at) > bestWhole) {
          bestWhole = Elements.longAt(type, at);
          found = index;
        }
      }
    }
    return found;
  }
}
