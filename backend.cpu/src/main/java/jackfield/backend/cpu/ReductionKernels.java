package jackfield.backend.cpu;

import jackfield.aten.kernel.ReductionIterator;
import jackfield.backend.cpu.elementwise.PointwiseKernel;
import jackfield.backend.cpu.elementwise.SharedLoops;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.fold.FoldLoop;
import jackfield.backend.cpu.reduction.ColumnFolds;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;
import java.util.function.DoubleBinaryOperator;

/**
 * Sums and means. For float32 and float64 a row is reduced to one element, and columns are reduced
 * together, row by row. All other types and layouts are reduced element by element ({@link
 * ScalarReductions}).
 */
final class ReductionKernels {
  private static final int FEW = 16; // outputs, for which long rows are divided

  private final SharedLoops loops;
  private final ColumnFolds columns;

  ReductionKernels(SharedLoops loops, ColumnFolds columns) {
    this.loops = loops;
    this.columns = columns;
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
      columns.run(it, 0, loops.add().of(type), Scalar.of(0.0));
      if (divisor != 1) {
        scaleColumns(it, 1 / divisor);
      }
    } else {
      ScalarReductions.sum(it, divisor);
    }
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

  private static boolean isColumns(ReductionIterator it) {
    return isVector(it) && ColumnFolds.isColumns(it, 0);
  }

  private void scaleColumns(ReductionIterator it, double factor) {
    PointwiseLoop scaled = loops.scale().of(it.inputType());
    scaled.run(it.address(0), it.address(0), 0, 0, it.outputCount(), Scalar.of(factor));
  }
}
