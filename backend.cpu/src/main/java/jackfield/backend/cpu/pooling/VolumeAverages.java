package jackfield.backend.cpu.pooling;

import jackfield.aten.pooling.PoolingPlan;
import jackfield.backend.cpu.memory.Volumes;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;

/**
 * Averages of windows of volumes, and their gradient: sums in double precision, or in 64 bits, in
 * row-major order. Rows of floating numbers are read once for all windows of a row.
 */
final class VolumeAverages {
  private static final long GRAIN = 1 << 13; // elements of a part of a parallel loop
  private static final long MOST = 1 << 20; // elements of the longest row that is read as a whole
  private static final long SPARSE = 8; // elements for each result, above which no row is read

  private final DType type;
  private final Spans[] spans; // slices, rows and columns
  private final Volumes from;
  private final Volumes to;
  private final boolean dividesEach; // whether each element is divided before it is added

  private VolumeAverages(Spans[] spans, Volumes from, Volumes to, boolean dividesEach) {
    this.type = from.type();
    this.spans = spans;
    this.from = from;
    this.to = to;
    this.dividesEach = dividesEach;
  }

  /** Writes the average of each window. */
  static void average(PoolingPlan plan) {
    run(plan, false);
  }

  /** Computes each element of the gradient from the windows over it. */
  static void backward(PoolingPlan plan) {
    run(plan, true);
  }

  private static void run(PoolingPlan plan, boolean isGradient) {
    Tensor out = plan.asBatch(plan.output(0));
    if (out.elementCount() == 0) {
      return; // an empty tensor may have a huge dimension
    }
    Spans[] spans = new Spans[3];
    Arrays.setAll(
        spans, dim -> isGradient ? Spans.overElements(plan, dim) : Spans.ofWindows(plan, dim));
    Volumes self = Volumes.of(plan.asBatch(plan.input(0)));
    VolumeAverages kernel = new VolumeAverages(spans, self, Volumes.of(out), isGradient);
    long rows = kernel.to.rows();
    boolean readsRows = kernel.readsRows();
    Parallel.range(
        out.size(0) * out.size(1) * rows,
        Math.max(1, GRAIN / Math.max(out.size(4), Math.min(self.sizes()[2], GRAIN))),
        (first, end) -> {
          Row row = readsRows ? kernel.new Row() : null;
          for (long at = first; at < end; at++) {
            kernel.row(row, at / rows, at % rows);
          }
        });
  }

  private boolean readsRows() {
    long read = from.sizes()[2];
    long width = to.sizes()[2];
    return type.isFloating() && width <= MOST && read <= MOST && read <= SPARSE * width;
  }

  private void row(Row sums, long volume, long row) {
    long source = from.at(volume);
    long target = to.at(volume) + to.row(row);
    long slice = row / to.sizes()[1];
    long line = row % to.sizes()[1];
    if (sums != null) {
      sums.compute(source, slice, line);
      sums.store(target, slice, line);
      return;
    }
    for (long column = 0; column < to.sizes()[2]; column++) {
      element(source, slice, line, column, target + column * to.columnStep());
    }
  }

  private void element(long source, long slice, long line, long column, long output) {
    long divisor = dividesEach ? 1 : divisor(slice, line, column);
    double real = 0;
    long whole = 0;
    for (long z = spans[0].first(slice); z < spans[0].end(slice); z++) {
      for (long y = spans[1].first(line); y < spans[1].end(line); y++) {
        long row = source + z * from.sliceStep() + y * from.rowStep();
        for (long x = spans[2].first(column); x < spans[2].end(column); x++) {
          long at = row + x * from.columnStep();
          long each = dividesEach ? divisorAt(z, y, x) : 1;
          if (type.isFloating()) {
            real += Elements.doubleAt(type, at) / each;
          } else {
            whole += Elements.longAt(type, at) / each;
          }
        }
      }
    }
    if (type.isFloating()) {
      Elements.putDouble(type, output, real / divisor);
    } else {
      Elements.putLong(type, output, whole / divisor);
    }
  }

  /** Returns the number by which the sum of a window is divided. */
  private long divisor(long slice, long line, long column) {
    boolean isEmpty =
        isEmpty(spans[0], slice) || isEmpty(spans[1], line) || isEmpty(spans[2], column);
    return isEmpty ? 1 : divisorAt(slice, line, column);
  }

  private static boolean isEmpty(Spans span, long window) {
    return span.first(window) >= span.end(window);
  }

  private long divisorAt(long slice, long line, long column) {
    Long given = spans[0].given();
    return given != null
        ? given
        : spans[0].count(slice) * spans[1].count(line) * spans[2].count(column);
  }

  /** The sums of a row of the output, in the arrays of one thread. */
  private final class Row {
    private final double[] read = new double[(int) from.sizes()[2]];
    private final double[] sums = new double[(int) to.sizes()[2]];
    private final int[] first = table(sums.length, spans[2].first());
    private final int[] end = table(sums.length, spans[2].end());

    private static int[] table(int count, LongUnaryOperator function) {
      return IntStream.range(0, count).map(i -> (int) function.applyAsLong(i)).toArray();
    }

    /** Adds up the elements, row by row. */
    void compute(long source, long slice, long line) {
      Arrays.fill(sums, 0);
      long lastRow = spans[1].end(line);
      for (long z = spans[0].first(slice); z < spans[0].end(slice); z++) {
        for (long y = spans[1].first(line); y < lastRow; y++) {
          load(source + z * from.sliceStep() + y * from.rowStep());
          if (dividesEach) {
            divide(z, y);
          }
          add();
        }
      }
    }

    private void load(long address) {
      double[] numbers = read;
      long step = from.columnStep();
      if (type == DType.FLOAT32) {
        for (int x = 0; x < numbers.length; x++) {
          numbers[x] = HostBytes.floatAt(address + x * step);
        }
      } else {
        for (int x = 0; x < numbers.length; x++) {
          numbers[x] = Elements.doubleAt(type, address + x * step);
        }
      }
    }

    private void divide(long slice, long line) {
      for (int x = 0; x < read.length; x++) {
        read[x] /= divisorAt(slice, line, x);
      }
    }

    private void add() {
      double[] numbers = read;
      double[] totals = sums;
      for (int i = 0; i < totals.length; i++) {
        double sum = totals[i];
        int last = end[i];
        for (int x = first[i]; x < last; x++) {
          sum += numbers[x];
        }
        totals[i] = sum;
      }
    }

    void store(long target, long slice, long line) {
      long step = to.columnStep();
      for (int x = 0; x < sums.length; x++) {
        double value = dividesEach ? sums[x] : sums[x] / divisor(slice, line, x);
        if (type == DType.FLOAT32) {
          HostBytes.putFloat(target + x * step, (float) value);
        } else {
          Elements.putDouble(type, target + x * step, value);
        }
      }
    }
  }
}
