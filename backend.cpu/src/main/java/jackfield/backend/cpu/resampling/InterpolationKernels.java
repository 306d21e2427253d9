package jackfield.backend.cpu.resampling;

import jackfield.aten.kernel.SliceIterator;
import jackfield.aten.resampling.Axis;
import jackfield.aten.resampling.ResamplingPlan;
import jackfield.aten.resampling.Taps;
import jackfield.backend.cpu.elementwise.SharedLoops;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * Planes of floats whose elements are weighted sums of elements of the input, and their gradients.
 * For each row of the output, vectors of float64 add up rows of the input; then each element is a
 * sum of elements of that row. The taps of the columns are found once for all planes.
 */
public final class InterpolationKernels {
  private static final long GRAIN = 1 << 14; // elements of a part of a parallel loop
  private static final int MOST = 1 << 16; // columns that are read or written at a time
  private static final int ROWS = 0; // the dimension of a plane
  private static final int COLUMNS = 1;

  private final PointwiseLoop scale;
  private final PointwiseLoop add;
  private final Workspaces workspaces;

  /** Creates the kernels. */
  public InterpolationKernels(SharedLoops loops, Workspaces workspaces) {
    this.scale =
        (out, a, b, c, count, w) -> loops.scale().of(DType.FLOAT64).run(out, a, b, c, count, w);
    this.add =
        (out, a, b, c, count, w) -> loops.add().of(DType.FLOAT64).run(out, a, b, c, count, w);
    this.workspaces = workspaces;
  }

  /** Computes an image or a gradient. */
  public void interpolate(ResamplingPlan plan) {
    Tensor out = plan.output(0);
    if (out.elementCount() == 0) {
      return;
    }
    if (out.dtype() == DType.UINT8) {
      new ByteImages(plan).run();
      return;
    }
    long width = out.size(out.rank() - 1);
    Taps scratch = new Taps();
    AxisTaps columns =
        new AxisTaps(width, MOST, (position, taps) -> plan.taps(COLUMNS, position, taps, scratch));
    for (long first = 0; first < width; first += columns.count()) {
      columns.find(first);
      columns(plan, first, columns);
    }
  }

  private void columns(ResamplingPlan plan, long first, AxisTaps columns) {
    Tensor out = plan.output(0);
    SliceIterator lines = SliceIterator.lines(out.rank() - 1, out, still(plan));
    long height = out.size(out.rank() - 2);
    long written = first * lines.stepBytes(0);
    long bytes = (2 * Math.min(columns.span(), MOST) + columns.count()) * Double.BYTES;
    Parallel.range(
        lines.count(),
        grain(plan, columns),
        (from, to) ->
            workspaces.use(
                bytes,
                memory -> {
                  long[] line = {from};
                  Band band = new Band(plan, columns, memory);
                  lines.forEach(
                      from,
                      to,
                      at -> {
                        band.compute(line[0]++ % height, at[1]);
                        band.write(at[0] + written, lines.stepBytes(0));
                      });
                }));
  }

  /**
   * Returns the number of lines of a part. The work of a line is the elements that it reads or
   * those that it writes. A row of a gradient has more taps the smaller the gradient is.
   */
  static long grain(ResamplingPlan plan, AxisTaps columns) {
    Axis rows = plan.axis(ROWS);
    Taps taps = new Taps();
    rows.at(0, taps);
    double read = (double) taps.count() * columns.span();
    if (plan.isGradient()) {
      read *= Math.ceilDiv(rows.count(), rows.size());
    }
    return Math.max(1, (long) (GRAIN / Math.max(columns.count(), read)));
  }

  /** Returns the input with the output's sizes; its planes are at their first elements. */
  private static Tensor still(ResamplingPlan plan) {
    Tensor self = plan.input(0);
    long[] strides = self.strides().clone();
    Arrays.fill(strides, strides.length - plan.rank(), strides.length, 0);
    return self.alias(plan.output(0).sizes(), strides, self.offset());
  }

  /**
   * Some columns of the output, and memory for sums in float64. One column of a gradient may read
   * so many that their sums are held in pieces.
   */
  private final class Band {
    private final ResamplingPlan plan;
    private final AxisTaps columns;
    private final DType type;
    private final long rowBytes;
    private final long columnBytes;
    private final long sum; // of rows
    private final long row;
    private final long made; // elements of the output
    private final Taps rows = new Taps();
    private final Taps scratch = new Taps();
    private int next; // tap of a column

    Band(ResamplingPlan plan, AxisTaps columns, long memory) {
      Tensor self = plan.input(0);
      this.plan = plan;
      this.columns = columns;
      this.type = self.dtype();
      this.rowBytes = self.stride(self.rank() - 2) * type.sizeBytes();
      this.columnBytes = self.stride(self.rank() - 1) * type.sizeBytes();
      this.sum = memory;
      this.row = sum + Math.min(columns.span(), MOST) * Double.BYTES;
      this.made = row + Math.min(columns.span(), MOST) * Double.BYTES;
    }

    void compute(long position, long plane) {
      plan.taps(ROWS, position, rows, scratch);
      for (int i = 0; i < columns.count(); i++) {
        HostBytes.putDouble(made + (long) i * Double.BYTES, 0);
      }
      next = 0;
      long end = rows.count() == 0 ? 0 : columns.least() + columns.span();
      for (long first = columns.least(); first < end; first += MOST) {
        long length = Math.min(MOST, end - first);
        addRows(plane + first * columnBytes, length);
        if (columns.isOfPairs() && columns.span() <= MOST) {
          addPairs();
        } else {
          addColumns(first, first + length);
        }
      }
    }

    private void addRows(long start, long length) {
      for (int tap = 0; tap < rows.count(); tap++) {
        long from = start + rows.index(tap) * rowBytes;
        StridedCopy.copy(type, from, columnBytes, DType.FLOAT64, row, Double.BYTES, length);
        Scalar weight = Scalar.of(rows.weight(tap));
        if (tap == 0) {
          scale.run(sum, row, row, row, length, weight);
        } else {
          add.run(sum, sum, row, row, length, weight);
        }
      }
    }

    void write(long to, long step) {
      StridedCopy.copy(DType.FLOAT64, made, Double.BYTES, type, to, step, columns.count());
    }

    private double at(int tap, long first) {
      return columns.weight(tap)
          * HostBytes.doubleAt(sum + (columns.index(tap) - first) * Double.BYTES);
    }

    private void addPairs() {
      long first = columns.least();
      for (int i = 0; i < columns.count(); i++) {
        double total = 0.0 + at(2 * i, first) + at(2 * i + 1, first);
        HostBytes.putDouble(made + (long) i * Double.BYTES, total);
      }
    }

    /** Adds columns of the input; if they are not all, the band has one column. */
    private void addColumns(long first, long end) {
      for (int i = 0; i < columns.count(); i++) {
        long to = made + (long) i * Double.BYTES;
        double total = HostBytes.doubleAt(to);
        int after = columns.start(i + 1);
        int tap = next;
        for (; tap < after && columns.index(tap) < end; tap++) {
          total += at(tap, first);
        }
        next = tap;
        HostBytes.putDouble(to, total);
      }
    }
  }
}
