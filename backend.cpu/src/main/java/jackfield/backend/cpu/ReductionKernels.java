package jackfield.backend.cpu;

import jackfield.aten.kernel.ReductionIterator;
import jackfield.backend.cpu.elementwise.PointwiseKernel;
import jackfield.backend.cpu.elementwise.SharedLoops;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.fold.FoldLoop;
import jackfield.backend.cpu.loops.fold.RowSums;
import jackfield.backend.cpu.reduction.ColumnFolds;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;

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
      sumRows(it, divisor);
    } else if (isColumns(it)) {
      columns.run(it, 0, loops.add().of(type), Scalar.of(0.0));
      if (divisor != 1) {
        scaleColumns(it, 1 / divisor);
      }
    } else {
      ScalarReductions.sum(it, divisor);
    }
  }

  /** Sums the row of each output element; a long row in parts, if there are few. */
  private void sumRows(ReductionIterator it, double divisor) {
    DType type = it.inputType();
    long length = it.reducedCount();
    FoldLoop sum = loops.sum().of(type);
    if (it.outputCount() < FEW && length > PointwiseKernel.GRAIN) {
      it.forEachOutput((output, input) ->
          Elements.putDouble(
              type, output, sumInParts(sum, input, length, type.sizeBytes()) / divisor));
    } else if (it.outputRank() == 1 && it.outputCount() > 1) {
      RowSums pairs = loops.rowSums().of(type);
      Parallel.range(
          it.outputCount(), grain(it), (from, to) -> sumPairs(it, pairs, from, to, divisor));
    } else {
      forEachOutput(
          it,
          (output, input) ->
              Elements.putDouble(type, output, sum.run(0, input, 0, length, 0) / divisor));
    }
  }

  /** Sums adjacent rows in pairs; a last one makes a pair with itself. */
  private static void sumPairs(
      ReductionIterator it, RowSums sums, long from, long to, double divisor) {
    long outStep = it.outputStrideBytes(0, 0);
    long step = it.outputStrideBytes(1, 0);
    long out = it.address(0) + from * outStep;
    long row = it.address(1) + from * step;
    long last = to - from - 1;
    sums.run(out, outStep, row, step, (to - from) / 2, it.reducedCount(), divisor);
    if (last % 2 == 0) { // its sum is written twice
      sums.run(out + last * outStep, 0, row + last * step, 0, 1, it.reducedCount(), divisor);
    }
  }

  private static double sumInParts(FoldLoop sum, long input, long length, int element) {
    long grain = PointwiseKernel.GRAIN;
    double[] parts = new double[Math.toIntExact(Parallel.parts(length, grain))];
    Parallel.range(
        length,
        grain,
        (from, to) ->
            parts[(int) (from / grain)] = sum.run(0, input + from * element, 0, to - from, 0));
    double total = parts[0];
    for (int part = 1; part < parts.length; part++) {
      total += parts[part];
    }
    return total;
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
