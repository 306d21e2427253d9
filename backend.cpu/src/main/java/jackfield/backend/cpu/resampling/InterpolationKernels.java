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
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * Lines, planes and volumes whose elements are weighted sums of elements of the input, and
 * gradients of images with other sizes or with borders. For each row of the output, vectors of
 * float64 add up rows of the input; then each element is a sum of elements of that row. The taps of
 * the columns are found once for all images.
 */
public final class InterpolationKernels {
  private static final long GRAIN = 1 << 14; // elements of a part of a parallel loop
  private static final int MOST = 1 << 16; // columns that are read or written at a time

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
    if (plan.input(0).elementCount() == 0) { // the gradient of a border that leaves no element
      HostData.forEachAddress(out, at -> HostBytes.zero(at, out.dtype().sizeBytes()));
      return;
    }
    boolean isOfSums = plan.interpolation() == null || plan.interpolation().isNearest();
    if (out.dtype() == DType.UINT8 && !isOfSums) {
      new ByteImages(plan).run();
      return;
    }
    long width = out.size(out.rank() - 1);
    int last = plan.rank() - 1;
    Taps scratch = new Taps();
    AxisTaps columns =
        new AxisTaps(width, MOST, (position, taps) -> plan.taps(last, position, taps, scratch));
    for (long first = 0; first < width; first += columns.count()) {
      columns.find(first);
      columns(plan, first, columns);
    }
  }

  private void columns(ResamplingPlan plan, long first, AxisTaps columns) {
    Tensor out = plan.output(0);
    SliceIterator lines = SliceIterator.lines(out.rank() - 1, out, still(plan));
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
                        band.load(line[0]++);
                        band.run(at[1], at[0] + written, lines.stepBytes(0));
                      });
                }));
  }

  /**
   * Returns the number of lines of a part. The work of a line is the elements that it reads or
   * those that it writes. A row of a gradient has more taps the smaller the gradient is.
   */
  static long grain(ResamplingPlan plan, AxisTaps columns) {
    Taps taps = new Taps();
    double read = columns.span();
    for (int dim = 0; dim < plan.rank() - 1; dim++) {
      Axis rows = plan.axis(dim);
      rows.at(0, taps);
      read *= taps.count();
      if (plan.isGradient()) {
        read *= Math.ceilDiv(rows.count(), rows.size());
      }
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
   * so many that their sums are held in pieces. The parts of complex numbers are computed one after
   * the other.
   */
  private final class Band {
    private final ResamplingPlan plan;
    private final Tensor self;
    private final AxisTaps columns;
    private final DType type; // of numbers, or of the parts of complex ones
    private final int parts;
    private final long columnBytes;
    private final long sum; // of rows
    private final long row;
    private final long made; // elements of the output
    private final Taps[] rows; // of each dimension but the last
    private final long[] loaded; // the position of each dimension whose taps are there
    private final Taps scratch = new Taps();
    private boolean isFirst; // whether the sum of rows has none yet
    private int next; // tap of a column

    Band(ResamplingPlan plan, AxisTaps columns, long memory) {
      this.plan = plan;
      this.self = plan.input(0);
      this.columns = columns;
      this.type = ofParts(self.dtype());
      this.parts = self.dtype().isComplex() ? 2 : 1;
      this.columnBytes = strideBytes(plan.rank() - 1);
      this.sum = memory;
      this.row = sum + Math.min(columns.span(), MOST) * Double.BYTES;
      this.made = row + Math.min(columns.span(), MOST) * Double.BYTES;
      this.rows = new Taps[plan.rank() - 1];
      this.loaded = new long[rows.length];
      Arrays.setAll(rows, dim -> new Taps());
      Arrays.fill(loaded, -1);
    }

    private static DType ofParts(DType type) {
      return switch (type) {
        case COMPLEX64 -> DType.FLOAT32;
        case COMPLEX128 -> DType.FLOAT64;
        default -> type;
      };
    }

    private long strideBytes(int dim) {
      return self.stride(self.rank() - plan.rank() + dim) * self.dtype().sizeBytes();
    }

    /** Finds the rows of the input for a line of the output. */
    void load(long line) {
      Tensor out = plan.output(0);
      long rest = line;
      for (int dim = rows.length - 1; dim >= 0; dim--) {
        long count = out.size(out.rank() - plan.rank() + dim);
        long position = rest % count;
        rest /= count;
        if (position != loaded[dim]) {
          plan.taps(dim, position, rows[dim], scratch);
          loaded[dim] = position;
        }
      }
    }

    /** Writes a line of the output, for the image at an address. */
    void run(long image, long to, long step) {
      for (int part = 0; part < parts; part++) {
        long within = (long) part * type.sizeBytes();
        compute(image + within);
        StridedCopy.copy(
            DType.FLOAT64, made, Double.BYTES, type, to + within, step, columns.count());
      }
    }

    private void compute(long image) {
      for (int i = 0; i < columns.count(); i++) {
        HostBytes.putDouble(made + (long) i * Double.BYTES, 0);
      }
      next = 0;
      long end = hasNoRow() ? 0 : columns.least() + columns.span();
      for (long first = columns.least(); first < end; first += MOST) {
        long length = Math.min(MOST, end - first);
        isFirst = true;
        addRows(0, image + first * columnBytes, 1, length);
        if (columns.isOfPairs() && columns.span() <= MOST) {
          addPairs();
        } else {
          addColumns(first, first + length);
        }
      }
    }

    private boolean hasNoRow() {
      boolean hasNone = false;
      for (Taps taps : rows) {
        hasNone |= taps.count() == 0;
      }
      return hasNone;
    }

    private void addRows(int dim, long start, double weight, long length) {
      if (dim == rows.length) {
        addRow(start, Scalar.of(weight), length);
        return;
      }
      for (int tap = 0; tap < rows[dim].count(); tap++) {
        long from = start + rows[dim].index(tap) * strideBytes(dim);
        addRows(dim + 1, from, weight * rows[dim].weight(tap), length);
      }
    }

    private void addRow(long from, Scalar weight, long length) {
      StridedCopy.copy(type, from, columnBytes, DType.FLOAT64, row, Double.BYTES, length);
      if (isFirst) {
        scale.run(sum, row, row, row, length, weight);
      } else {
        add.run(sum, sum, row, row, length, weight);
      }
      isFirst = false;
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
