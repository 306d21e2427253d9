package jackfield.backend.cpu;

import jackfield.aten.kernel.ReductionIterator;
import jackfield.backend.cpu.elementwise.BlockedRows;
import jackfield.backend.cpu.elementwise.SharedLoops;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.PointwiseLoops;
import jackfield.backend.cpu.loops.fold.FoldLoop;
import jackfield.backend.cpu.loops.fold.FoldLoops;
import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;
import java.util.function.Function;

/**
 * Variances and standard deviations in two passes: the mean, then the squares of the distances from
 * it. Blocks are added up in the type of the elements, in float32 for float16 and bfloat16, and the
 * sums of blocks in double precision. A block whose sum float32 cannot hold is added up once more
 * in double precision. Complex numbers are two passes over real ones.
 */
final class StatisticsKernels {
  private static final int BLOCK = 1024; // elements, which stay in the first-level cache
  private static final double SMALL_SQUARES = 0x1p-100; // smaller squares may have lost digits

  private final SharedLoops shared;
  private final Workspaces workspaces;
  private final Function<DType, FoldLoop> products = FoldLoops.sumOfProducts()::of;
  private final Function<DType, PointwiseLoop> shift = PointwiseLoops.shift()::of;

  StatisticsKernels(SharedLoops shared, Workspaces workspaces) {
    this.shared = shared;
    this.workspaces = workspaces;
  }

  void var(ReductionIterator it, Scalar correction) {
    run(it, correction, false);
  }

  void std(ReductionIterator it, Scalar correction) {
    run(it, correction, true);
  }

  /** Without a correction the divisor is one less than the number of elements. */
  private void run(ReductionIterator it, Scalar correction, boolean isRoot) {
    double less = correction == null ? 1 : correction.toDouble();
    double divisor = Math.max(0, it.reducedCount() - less);
    DType type = it.inputType().realType();
    Parts parts = new Parts(type, BlockedRows.typeInBlock(type));
    Parallel.range(
        it.outputCount(),
        ReductionKernels.grain(it),
        (from, to) ->
            workspaces.use(
                BLOCK * Double.BYTES,
                scratch ->
                    it.forEachOutputs(
                        from, to, at -> put(it, at, divisor, isRoot, parts.at(it, at, scratch)))));
  }

  private static void put(
      ReductionIterator it, long[] at, double divisor, boolean isRoot, Spread spread) {
    double variance = it.reducedCount() == 0 ? Double.NaN : spread.squares / divisor;
    Elements.putDouble(it.outputType(0), at[0], isRoot ? Math.sqrt(variance) : variance);
    if (it.outputs() == 1) {
      return;
    }
    DType mean = it.outputType(1);
    if (mean.isComplex()) {
      Elements.putComplex(mean, at[1], spread.mean, spread.imaginaryMean);
    } else {
      Elements.putDouble(mean, at[1], spread.mean);
    }
  }

  /** The means of the elements that are reduced to one, and the sum of their squared distances. */
  private record Spread(double mean, double imaginaryMean, double squares) {}

  /** The loops for the real or imaginary parts of elements. */
  private final class Parts {
    private final DType type;
    private final DType inBlock;
    private final FoldLoop sums;
    private final FoldLoop squares;
    private final PointwiseLoop shifted;

    Parts(DType type, DType inBlock) {
      this.type = type;
      this.inBlock = inBlock;
      this.sums = shared.sum().of(inBlock);
      this.squares = products.apply(inBlock);
      this.shifted = shift.apply(inBlock);
    }

    Spread at(ReductionIterator it, long[] at, long scratch) {
      long input = at[it.outputs()];
      double mean = mean(it, input, scratch);
      double squares = squares(it, input, mean, scratch);
      if (!it.inputType().isComplex()) {
        return new Spread(mean, 0, squares);
      }
      long imaginary = input + type.sizeBytes();
      double imaginaryMean = mean(it, imaginary, scratch);
      return new Spread(
          mean, imaginaryMean, squares + squares(it, imaginary, imaginaryMean, scratch));
    }

    private double mean(ReductionIterator it, long input, long scratch) {
      double[] sum = {0};
      it.forEachReducedRow(
          input,
          (address, step, count) -> {
            for (long from = 0; from < count; from += BLOCK) {
              long width = Math.min(BLOCK, count - from);
              long block = dense(address + from * step, step, width, scratch);
              double part = sums.run(0, block, 0, width, 0);
              sum[0] += isHeld(part) ? part : exact(address + from * step, step, width, 0, false);
            }
          });
      return sum[0] / it.reducedCount();
    }

    /** Returns the sum of squared distances; what the rounding of the mean adds is subtracted. */
    private double squares(ReductionIterator it, long input, double mean, long scratch) {
      double rounded = inBlock == DType.FLOAT32 ? (float) mean : mean;
      Scalar number = Scalar.of(rounded);
      double[] sum = {0};
      it.forEachReducedRow(
          input,
          (address, step, count) -> {
            for (long from = 0; from < count; from += BLOCK) {
              long width = Math.min(BLOCK, count - from);
              long block = dense(address + from * step, step, width, scratch);
              shifted.run(scratch, block, 0, 0, width, number);
              double part = squares.run(0, scratch, scratch, width, 0);
              boolean isHeld = isHeld(part) && (part >= SMALL_SQUARES || inBlock != DType.FLOAT32);
              sum[0] += isHeld ? part : exact(address + from * step, step, width, rounded, true);
            }
          });
      double excess = it.reducedCount() * (mean - rounded) * (mean - rounded);
      return sum[0] > excess ? sum[0] - excess : sum[0];
    }

    private boolean isHeld(double sum) {
      return inBlock != DType.FLOAT32 || Double.isFinite(sum);
    }

    /** Returns the sum of distances from {@code mean}, or of their squares, in double precision. */
    private double exact(long address, long step, long count, double mean, boolean areSquares) {
      double sum = 0;
      for (long i = 0; i < count; i++) {
        double distance = Elements.doubleAt(type, address + i * step) - mean;
        sum += areSquares ? distance * distance : distance;
      }
      return sum;
    }

    /** Returns the address of adjacent elements: their own, or that of a copy. */
    private long dense(long address, long step, long count, long scratch) {
      if (type == inBlock && step == type.sizeBytes()) {
        return address;
      }
      StridedCopy.copy(type, address, step, inBlock, scratch, inBlock.sizeBytes(), count);
      return scratch;
    }
  }
}
