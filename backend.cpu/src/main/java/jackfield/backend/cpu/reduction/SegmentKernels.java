package jackfield.backend.cpu.reduction;

import jackfield.aten.kernel.Dimensions;
import jackfield.aten.kernel.OutputPlan;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.PointwiseLoops;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/**
 * The kernel of {@code segment_reduce}, in double precision. The columns of a segment are reduced
 * together, row by row, and a single column in blocks, in which it is converted.
 */
public final class SegmentKernels {
  private static final int BLOCK = 512; // elements that are converted at a time

  private final Workspaces workspaces;
  private final ByType<PointwiseLoop> sum;
  private final ByType<PointwiseLoop> product = PointwiseLoops.mul();
  private final ByType<PointwiseLoop> max = PointwiseLoops.max();
  private final ByType<PointwiseLoop> min = PointwiseLoops.min();

  /**
   * @param sum the loops of {@link PointwiseLoops#add}
   */
  public SegmentKernels(ByType<PointwiseLoop> sum, Workspaces workspaces) {
    this.sum = sum;
    this.workspaces = workspaces;
  }

  private PointwiseLoop loop(String reduce) {
    ByType<PointwiseLoop> loops =
        switch (Fold.of(reduce)) {
          case SUM -> sum;
          case PRODUCT -> product;
          case MAX -> max;
          case MIN -> min;
        };
    return loops.of(DType.FLOAT64);
  }

  /** Reduces segments. */
  public void reduce(OutputPlan plan, String reduce, long axis, boolean unsafe, Scalar initial) {
    Tensor data = plan.rowMajor(0);
    int dim = Dimensions.wrap(plan.operator(), axis, data.rank());
    Segments segments = Segments.of(plan.operator(), data, dim, plan.rowMajor(1), plan.rowMajor(2));
    if (!unsafe && plan.input(2) == null) {
      segments.requireAll(plan.operator());
    }
    if (plan.output(0).elementCount() == 0) {
      return;
    }
    Reduction reduction =
        new Reduction(reduce, loop(reduce), initial, data, plan.output(0), segments.inner());
    segments.forEach((reduced, first, count) ->
        workspaces.use(
            2L * BLOCK * Double.BYTES, block -> reduction.run(block, reduced, first, count)));
  }

  /** How the elements of a segment are combined. */
  private enum Fold {
    SUM(0),
    PRODUCT(1),
    MAX(Double.NEGATIVE_INFINITY),
    MIN(Double.POSITIVE_INFINITY);

    private final double start; // the result of no elements

    Fold(double start) {
      this.start = start;
    }

    static Fold of(String name) {
      return switch (name) {
        case "max" -> MAX;
        case "min" -> MIN;
        case "prod" -> PRODUCT;
        default -> SUM; // also of "mean", which divides it
      };
    }
  }

  /** One reduction of all segments of row-major tensors. */
  private static final class Reduction {
    private final Fold fold;
    private final PointwiseLoop loop; // of the fold
    private final DType type;
    private final long from;
    private final long to;
    private final long inner;
    private final double start;
    private final boolean divides;
    private final boolean
        dividesByZero; // a mean of no elements is NaN, unless there is an initial value

    Reduction(
        String name, PointwiseLoop loop, Scalar initial, Tensor data, Tensor out, long inner) {
      this.fold = Fold.of(name);
      this.loop = loop;
      this.type = data.dtype();
      this.from = data.address();
      this.to = out.address();
      this.inner = inner;
      this.start = initial == null ? fold.start : initial.toDouble();
      this.divides = name.equals("mean");
      this.dividesByZero = initial == null;
    }

    void run(long block, long reduced, long first, long count) {
      if (inner > 1) {
        columns(block, reduced, first, count);
        return;
      }
      double value = start;
      for (long done = 0; done < count; done += BLOCK) {
        long length = Math.min(BLOCK, count - done);
        copy(first + done, block, length);
        value = folded(value, block, length);
      }
      HostBytes.putDouble(block, value);
      put(block, reduced, 1, count);
    }

    private void columns(long block, long reduced, long first, long count) {
      long row = block + BLOCK * Double.BYTES;
      for (long column = 0; column < inner; column += BLOCK) {
        long columns = Math.min(BLOCK, inner - column);
        for (long i = 0; i < columns; i++) {
          HostBytes.putDouble(block + i * Double.BYTES, start);
        }
        for (long i = 0; i < count; i++) {
          copy(first + i * inner + column, row, columns);
          loop.run(block, block, row, row, columns, Scalar.ONE);
        }
        put(block, reduced + column, columns, count);
      }
    }

    private void copy(long position, long block, long count) {
      int size = type.sizeBytes();
      long at = from + position * size;
      StridedCopy.copy(type, at, size, DType.FLOAT64, block, Double.BYTES, count);
    }

    /** Returns the fold of a block; a loop of its own for sums, which are the most common. */
    private double folded(double before, long block, long count) {
      long end = block + count * Double.BYTES;
      double value = before;
      if (fold == Fold.SUM) {
        for (long at = block; at < end; at += Double.BYTES) {
          value += HostBytes.doubleAt(at);
        }
        return value;
      }
      for (long at = block; at < end; at += Double.BYTES) {
        double element = HostBytes.doubleAt(at);
        value =
            switch (fold) {
              case PRODUCT -> value * element;
              case MAX -> Math.max(value, element);
              default -> Math.min(value, element);
            };
      }
      return value;
    }

    private void put(long block, long reduced, long columns, long count) {
      if (divides && (count > 0 || dividesByZero)) {
        for (long i = 0; i < columns; i++) {
          long at = block + i * Double.BYTES;
          HostBytes.putDouble(at, HostBytes.doubleAt(at) / count);
        }
      }
      int size = type.sizeBytes();
      StridedCopy.copy(
          DType.FLOAT64, block, Double.BYTES, type, to + reduced * size, size, columns);
    }
  }
}
