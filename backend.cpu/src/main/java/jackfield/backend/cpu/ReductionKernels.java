package jackfield.backend.cpu;

import jackfield.aten.kernel.ReductionIterator;
import jackfield.backend.cpu.loops.ByType;
import jackfield.backend.cpu.loops.FoldLoop;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.PointwiseLoops;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;

/**
 * Reduces many elements to one. For float32 and float64 a row is reduced to one element, and
 * columns are reduced together, row by row. All other types and layouts are reduced element by
 * element ({@link ScalarReductions}).
 */
final class ReductionKernels {
  private static final int STRIP =
      1024; // columns at a time, so that a strip of sums stays in cache
  private static final int NARROWEST =
      4; // for shorter rows, a call of a loop per row costs too much
  private static final int BLOCK =
      256; // rows that are added up before they are added to the total, which reduces rounding
  // errors

  private final SharedLoops loops;
  private final ByType<PointwiseLoop> maxOfTwo = PointwiseLoops.max();
  private final Workspaces workspaces;

  ReductionKernels(SharedLoops loops, Workspaces workspaces) {
    this.loops = loops;
    this.workspaces = workspaces;
  }

  void sum(ReductionIterator it) {
    sum(it, 1);
  }

  void mean(ReductionIterator it) {
    sum(it, (double) it.reducedCount());
  }

  private void sum(ReductionIterator it, double divisor) {
    DType type = it.inputType();
    if (isRows(it)) {
      FoldLoop fold = loops.sum().of(type);
      it.forEachOutput((output, input) -> {
        double sum = fold.run(0, input, 0, it.reducedCount(), 0);
        Elements.putDouble(type, output, sum / divisor);
      });
    } else if (isColumns(it)) {
      columns(it, loops.add().of(type), 0);
      if (divisor != 1) {
        scaleColumns(it, 1 / divisor);
      }
    } else {
      ScalarReductions.sum(it, divisor);
    }
  }

  /** Finds the largest element; NaN if one is NaN. */
  void amax(ReductionIterator it) {
    DType type = it.inputType();
    if (isRows(it)) {
      FoldLoop fold = loops.max().of(type);
      it.forEachOutput((output, input) ->
          Elements.putDouble(type, output, fold.run(0, input, 0, it.reducedCount(), 0)));
    } else if (isColumns(it)) {
      columns(it, maxOfTwo.of(type), Double.NEGATIVE_INFINITY);
    } else {
      ScalarReductions.amax(it);
    }
  }

  /**
   * Computes the position of the largest element: the first of equal elements, and the first NaN if
   * there is one.
   */
  void argmax(ReductionIterator it) {
    DType type = it.inputType();
    if (!isFloating(type) || !isRow(it)) {
      ScalarReductions.argmax(it);
      return;
    }
    FoldLoop fold = loops.max().of(type);
    it.forEachOutput((output, input) -> {
      double largest = fold.run(0, input, 0, it.reducedCount(), 0);
      Elements.putLong(it.outputType(), output, position(type, input, largest));
    });
  }

  /** Returns the position of the first element that equals {@code wanted}, which must exist. */
  private static long position(DType type, long address, double wanted) {
    long at = 0;
    while (true) {
      double value = Elements.doubleAt(type, address + at * type.sizeBytes());
      if (value == wanted || Double.isNaN(value)) {
        return at;
      }
      at++;
    }
  }

  private static boolean isFloating(DType type) {
    return type == DType.FLOAT32 || type == DType.FLOAT64;
  }

  private static boolean isVector(ReductionIterator it) {
    return isFloating(it.inputType()) && it.outputType() == it.inputType();
  }

  private static boolean isRows(ReductionIterator it) {
    return isVector(it) && isRow(it);
  }

  /** Returns whether the elements that are reduced to each output element are adjacent. */
  private static boolean isRow(ReductionIterator it) {
    return it.reducedRank() == 1 && it.reducedStrideBytes(0) == it.inputType().sizeBytes();
  }

  /** Returns whether adjacent output elements are computed from adjacent input elements. */
  private static boolean isColumns(ReductionIterator it) {
    int element = it.inputType().sizeBytes();
    return isVector(it)
        && it.outputRank() == 1
        && it.outputCount() >= NARROWEST
        && it.outputStrideBytes(0, 0) == element
        && it.outputStrideBytes(1, 0) == element;
  }

  private void columns(ReductionIterator it, PointwiseLoop fold, double neutral) {
    DType type = it.inputType();
    int element = type.sizeBytes();
    PointwiseLoop filled = loops.fill().of(type);
    Scalar start = Scalar.of(neutral);
    workspaces.use(
        (long) STRIP * element,
        strip -> {
          for (long first = 0; first < it.outputCount(); first += STRIP) {
            long width = Math.min(STRIP, it.outputCount() - first);
            long output = it.address(0) + first * element;
            filled.run(output, 0, 0, 0, width, start);
            filled.run(strip, 0, 0, 0, width, start);
            Strip sums = new Strip(fold, filled, start, output, strip, width);
            it.forEachReducedRow(it.address(1) + first * element, sums::addRows);
            sums.finish();
          }
        });
  }

  private void scaleColumns(ReductionIterator it, double factor) {
    PointwiseLoop scaled = loops.scale().of(it.inputType());
    scaled.run(it.address(0), it.address(0), 0, 0, it.outputCount(), Scalar.of(factor));
  }

  /** Adjacent output elements that are reduced together. */
  private static final class Strip {
    private final PointwiseLoop fold;
    private final PointwiseLoop filled;
    private final Scalar start;
    private final long output;
    private final long block; // the sums of the rows since the last flush
    private final long width;
    private int rows; // rows in the block

    Strip(
        PointwiseLoop fold,
        PointwiseLoop filled,
        Scalar start,
        long output,
        long block,
        long width) {
      this.fold = fold;
      this.filled = filled;
      this.start = start;
      this.output = output;
      this.block = block;
      this.width = width;
    }

    void addRows(long address, long step, long count) {
      for (long i = 0; i < count; i++) {
        fold.run(block, block, address + i * step, 0, width, Scalar.ONE);
        if (++rows == BLOCK) {
          finish();
          filled.run(block, 0, 0, 0, width, start);
          rows = 0;
        }
      }
    }

    /** Adds the block to the output. */
    void finish() {
      fold.run(output, output, block, 0, width, Scalar.ONE);
    }
  }
}
