package jackfield.backend.cpu;

import jackfield.aten.kernel.ReductionIterator;
import jackfield.backend.cpu.elementwise.PointwiseKernel;
import jackfield.backend.cpu.elementwise.SharedLoops;
import jackfield.backend.cpu.loops.FoldLoop;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.PointwiseLoops;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;
import java.util.function.DoubleBinaryOperator;

/**
 * Reduces many elements to one. For float32 and float64 a row is reduced to one element, and
 * columns are reduced together, row by row. All other types and layouts are reduced element by
 * element ({@link ScalarReductions}).
 */
final class ReductionKernels {
  private static final int STRIP =
      1024; // columns at a time, so that a strip of sums stays in cache
  private static final int PARALLEL_STRIP = 256;
  private static final int FEW = 16; // outputs, for which long rows are divided
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
      forEachRow(
          it, fold, Double::sum, (output, sum) -> Elements.putDouble(type, output, sum / divisor));
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
      forEachRow(
          it, fold, Math::max, (output, largest) -> Elements.putDouble(type, output, largest));
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
    forEachOutput(
        it,
        (output, input) -> {
          double largest = fold.run(0, input, 0, it.reducedCount(), 0);
          Elements.putLong(it.outputType(), output, position(type, input, largest));
        });
  }

  /** Takes the number to which the row of an output element was folded. */
  @FunctionalInterface
  private interface Folded {
    void put(long output, double number);
  }

  /** Folds the row of each output element; a long row in parts, if there are few. */
  private static void forEachRow(
      ReductionIterator it, FoldLoop fold, DoubleBinaryOperator join, Folded folded) {
    long length = it.reducedCount();
    if (it.outputCount() < FEW && length > PointwiseKernel.GRAIN) {
      int element = it.inputType().sizeBytes();
      it.forEachOutput(
          (output, input) -> folded.put(output, foldInParts(fold, join, input, length, element)));
    } else {
      forEachOutput(it, (output, input) -> folded.put(output, fold.run(0, input, 0, length, 0)));
    }
  }

  private static double foldInParts(
      FoldLoop fold, DoubleBinaryOperator join, long input, long length, int element) {
    long grain = PointwiseKernel.GRAIN;
    double[] parts = new double[Math.toIntExact(Parallel.parts(length, grain))];
    Parallel.range(
        length,
        grain,
        (from, to) ->
            parts[(int) (from / grain)] = fold.run(0, input + from * element, 0, to - from, 0));
    double folded = parts[0];
    for (int part = 1; part < parts.length; part++) {
      folded = join.applyAsDouble(folded, parts[part]);
    }
    return folded;
  }

  /** Runs {@code cell} for each element of the output, with several threads. */
  static void forEachOutput(ReductionIterator it, ReductionIterator.Cell cell) {
    Parallel.range(it.outputCount(), grain(it), (from, to) -> it.forEachOutput(from, to, cell));
  }

  /** Returns the number of output elements of a part of a parallel loop. */
  static long grain(ReductionIterator it) {
    return Math.max(1, PointwiseKernel.GRAIN / Math.max(1, it.reducedCount()));
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
    Parallel.range(
        it.outputCount(),
        strip(it),
        (from, to) ->
            workspaces.use(
                (to - from) * element,
                block -> {
                  long width = to - from;
                  long output = it.address(0) + from * element;
                  filled.run(output, 0, 0, 0, width, start);
                  filled.run(block, 0, 0, 0, width, start);
                  Strip sums = new Strip(fold, filled, start, output, block, width);
                  it.forEachReducedRow(it.address(1) + from * element, sums::addRows);
                  sums.finish();
                }));
  }

  /** Returns the number of columns that are reduced together, which does not affect the result. */
  private static long strip(ReductionIterator it) {
    boolean isShared =
        Parallel.threads() > 1 && it.reducedCount() * PARALLEL_STRIP >= STRIP * BLOCK;
    return isShared ? PARALLEL_STRIP : STRIP;
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
