package jackfield.backend.cpu.reduction;

import jackfield.aten.kernel.ReductionIterator;
import jackfield.backend.cpu.loops.fold.FoldLoop;
import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;

/**
 * Folds the elements of any layout that are reduced to one. Elements with gaps, or of another type
 * than the loop's, are first copied to a block without gaps. A long row is folded in parts, which
 * do not depend on the number of threads.
 */
final class PackedFolds {
  /** The elements of a part of a parallel loop. */
  static final long GRAIN = 1 << 16;

  private static final long BLOCK = 2048; // elements that are packed at a time, for the first cache

  private final Workspaces workspaces;

  PackedFolds(Workspaces workspaces) {
    this.workspaces = workspaces;
  }

  /** Folds elements without gaps to a whole number, or to the bits of a double. */
  @FunctionalInterface
  interface Fold {
    long run(long address, long count);
  }

  /** Returns the type in which elements of a floating type are folded: float32 or float64. */
  static DType real(DType type) {
    return type == DType.FLOAT64 ? DType.FLOAT64 : DType.FLOAT32;
  }

  /** Runs {@code cells} for each index of the outputs, with several threads. */
  static void forEachIndex(ReductionIterator it, ReductionIterator.Cells cells) {
    long grain = Math.max(1, GRAIN / Math.max(1, it.reducedCount()));
    Parallel.range(it.outputCount(), grain, (from, to) -> it.forEachOutputs(from, to, cells));
  }

  /** Returns whether the elements that are reduced to each output element are adjacent. */
  static boolean isRow(ReductionIterator it) {
    return it.reducedRank() == 1 && it.reducedStrideBytes(0) == it.inputType().sizeBytes();
  }

  /** Folds floats with a loop for type {@code as}. */
  double real(
      ReductionIterator it,
      DType as,
      long input,
      FoldLoop loop,
      double number,
      DoubleBinaryOperator join,
      double start) {
    if (it.reducedCount() <= GRAIN && it.inputType() == as && isRow(it)) {
      return loop.run(0, input, 0, it.reducedCount(), number);
    }
    long bits =
        whole(
            it,
            as,
            input,
            (address, count) -> bits(loop.run(0, address, 0, count, number)),
            (a, b) -> bits(join.applyAsDouble(number(a), number(b))),
            bits(start));
    return number(bits);
  }

  private static long bits(double number) {
    return Double.doubleToRawLongBits(number);
  }

  private static double number(long bits) {
    return Double.longBitsToDouble(bits);
  }

  /** Folds the elements of one output, as type {@code as}. */
  long whole(
      ReductionIterator it, DType as, long input, Fold fold, LongBinaryOperator join, long start) {
    long[] total = {start};
    DType type = it.inputType();
    it.forEachReducedRow(
        input,
        (address, step, count) -> {
          long row = inParts(new Row(type, as, address, step, count), fold, join);
          total[0] = join.applyAsLong(total[0], row);
        });
    return total[0];
  }

  /** Elements at equal distances, which are folded as another type. */
  private record Row(DType type, DType as, long address, long step, long count) {
    Row part(long from, long to) {
      return new Row(type, as, address + from * step, step, to - from);
    }

    boolean isPacked() {
      return type == as && (step == type.sizeBytes() || count == 1);
    }

    void copyTo(long block) {
      StridedCopy.copy(type, address, step, as, block, as.sizeBytes(), count);
    }
  }

  private long inParts(Row row, Fold fold, LongBinaryOperator join) {
    if (row.count() <= GRAIN) {
      return packed(row, fold, join);
    }
    long[] parts = new long[Math.toIntExact(Parallel.parts(row.count(), GRAIN))];
    Parallel.range(
        row.count(),
        GRAIN,
        (from, to) -> parts[(int) (from / GRAIN)] = packed(row.part(from, to), fold, join));
    long total = parts[0];
    for (int part = 1; part < parts.length; part++) {
      total = join.applyAsLong(total, parts[part]);
    }
    return total;
  }

  private long packed(Row row, Fold fold, LongBinaryOperator join) {
    if (row.isPacked()) {
      return fold.run(row.address(), row.count());
    }
    long[] total = {0};
    workspaces.use(
        BLOCK * row.as().sizeBytes(),
        block -> {
          for (long from = 0; from < row.count(); from += BLOCK) {
            long count = Math.min(BLOCK, row.count() - from);
            row.part(from, from + count).copyTo(block);
            long part = fold.run(block, count);
            total[0] = from == 0 ? part : join.applyAsLong(total[0], part);
          }
        });
    return total[0];
  }
}
