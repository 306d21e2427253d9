package jackfield.backend.cpu.pooling;

import jackfield.aten.pooling.PoolingPlan;
import jackfield.aten.pooling.PoolingWindows;
import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.backend.cpu.memory.Volumes;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;

/**
 * The greatest elements of windows of volumes, with their positions: the last NaN of a window, else
 * the first of its equal greatest elements.
 */
final class VolumeMaxima {
  private static final long GRAIN = 1 << 13; // taps of a part of a parallel loop

  private final PoolingWindows windows;
  private final Volumes self;
  private final Volumes out;
  private final Volumes indices;
  private final DType type;
  private final Spans[] spans = new Spans[3];

  private VolumeMaxima(PoolingPlan plan) {
    this.windows = plan.windows();
    this.self = Volumes.of(plan.asBatch(plan.input(0)));
    this.out = Volumes.of(plan.asBatch(plan.output(0)));
    this.indices = Volumes.of(plan.asBatch(plan.output(1)));
    this.type = self.type();
    for (int dim = 0; dim < spans.length; dim++) {
      spans[dim] = Spans.ofWindows(plan, dim);
    }
  }

  /** Writes the greatest element of each window, and its row-major position in the volume. */
  static void max(PoolingPlan plan) {
    Tensor out = plan.asBatch(plan.output(0));
    if (out.elementCount() == 0) {
      return; // an empty tensor may have a huge dimension
    }
    VolumeMaxima maxima = new VolumeMaxima(plan);
    long rows = maxima.out.rows();
    Parallel.range(
        out.size(0) * out.size(1) * rows,
        Math.max(1, GRAIN / maxima.taps()),
        (first, end) -> {
          for (long row = first; row < end; row++) {
            maxima.row(row / rows, row % rows);
          }
        });
  }

  /** Returns about how many elements the windows of a row have, at least 1. */
  private long taps() {
    long taps = out.sizes()[2];
    for (int dim = 0; dim < spans.length && taps < GRAIN; dim++) {
      long middle = windows.positions(dim) / 2;
      long length = spans[dim].end(middle) - spans[dim].first(middle);
      taps *= Math.max(1, Math.ceilDiv(length, windows.step(dim)));
    }
    return taps;
  }

  private void row(long volume, long row) {
    long from = self.at(volume);
    long to = out.at(volume) + out.row(row);
    long index = indices.at(volume) + indices.row(row);
    long slice = row / out.sizes()[1];
    long line = row % out.sizes()[1];
    for (long column = 0; column < out.sizes()[2]; column++) {
      write(from, slice, line, column, to, index);
      to += out.columnStep();
      index += indices.columnStep();
    }
  }

  private void write(long from, long slice, long line, long column, long to, long index) {
    long found = greatest(from, slice, line, column);
    if (found >= 0) {
      int size = type.sizeBytes();
      StridedCopy.move(size, from + self.place(found), 0, to, 0, 1);
    } else {
      MaxBand.putLeast(type, to);
      long row = spans[0].first(slice) * windows.image(1) + spans[1].first(line);
      found = row * windows.image(2) + spans[2].first(column);
    }
    HostBytes.putLong(index, found);
  }

  /** Returns the position of the greatest element; −1 if none is above the least number. */
  private long greatest(long from, long slice, long line, long column) {
    Best best = new Best();
    long first = spans[2].first(column);
    long end = spans[2].end(column);
    for (long z = spans[0].first(slice); z < spans[0].end(slice); z += windows.step(0)) {
      for (long y = spans[1].first(line); y < spans[1].end(line); y += windows.step(1)) {
        long at = from + z * self.sliceStep() + y * self.rowStep();
        long row = (z * windows.image(1) + y) * windows.image(2);
        if (type == DType.FLOAT32) {
          floats(best, at, row, first, end);
        } else if (type.isFloating()) {
          reals(best, at, row, first, end);
        } else {
          integers(best, at, row, first, end);
        }
      }
    }
    return best.found;
  }

  /** The greatest element so far. */
  private static final class Best {
    private double real = Double.NEGATIVE_INFINITY;
    private long whole = Long.MIN_VALUE;
    private long found = -1;
  }

  private void floats(Best best, long at, long row, long first, long end) {
    long step = self.columnStep();
    long right = windows.step(2);
    float greatest = (float) best.real;
    long found = best.found;
    for (long x = first; x < end; x += right) {
      float value = HostBytes.floatAt(at + x * step);
      if (value > greatest || Float.isNaN(value)) {
        greatest = value;
        found = row + x;
      }
    }
    best.real = greatest;
    best.found = found;
  }

  private void reals(Best best, long at, long row, long first, long end) {
    for (long x = first; x < end; x += windows.step(2)) {
      double value = Elements.doubleAt(type, at + x * self.columnStep());
      if (value > best.real || Double.isNaN(value)) {
        best.real = value;
        best.found = row + x;
      }
    }
  }

  private void integers(Best best, long at, long row, long first, long end) {
    for (long x = first; x < end; x += windows.step(2)) {
      long value = Elements.longAt(type, at + x * self.columnStep());
      if (value > best.whole) {
        best.whole = value;
        best.found = row + x;
      }
    }
  }
}
