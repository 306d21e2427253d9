package jackfield.backend.cpu.reduction;

import jackfield.aten.kernel.ReductionIterator;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;

/** Reduces adjacent columns together, row by row. */
public final class ColumnFolds {
  private static final int STRIP =
      1024; // columns at a time, so that a strip of sums stays in cache
  private static final int PARALLEL_STRIP = 256;
  private static final int NARROWEST =
      4; // for shorter rows, a call of a loop per row costs too much
  private static final int BLOCK =
      256; // rows that are added up before they are added to the total, which reduces rounding
  // errors

  private final ByType<PointwiseLoop> fill;
  private final Workspaces workspaces;

  /**
   * @param fill the loops that fill a row with a number
   */
  public ColumnFolds(ByType<PointwiseLoop> fill, Workspaces workspaces) {
    this.fill = fill;
    this.workspaces = workspaces;
  }

  /** Returns whether adjacent elements of an output are computed from adjacent input elements. */
  public static boolean isColumns(ReductionIterator it, int number) {
    int element = it.inputType().sizeBytes();
    return it.outputType(number) == it.inputType()
        && it.outputRank() == 1
        && it.outputCount() >= NARROWEST
        && it.outputStrideBytes(number, 0) == element
        && it.outputStrideBytes(it.outputs(), 0) == element;
  }

  /**
   * Folds columns.
   *
   * @param number the output
   * @param fold takes the result so far, an element, and the number 1
   * @param start the result so far of no elements
   */
  public void run(ReductionIterator it, int number, PointwiseLoop fold, Scalar start) {
    run(it, number, fold, fold, start);
  }

  /** Folds columns as {@link #run}, and joins the results of blocks of rows by another loop. */
  void run(ReductionIterator it, int number, PointwiseLoop fold, PointwiseLoop join, Scalar start) {
    DType type = it.inputType();
    int element = type.sizeBytes();
    PointwiseLoop filled = fill.of(type);
    Parallel.range(
        it.outputCount(),
        strip(it),
        (from, to) ->
            workspaces.use(
                (to - from) * element,
                block -> {
                  long width = to - from;
                  long output = it.address(number) + from * element;
                  filled.run(block, 0, 0, 0, width, start);
                  Strip sums = new Strip(fold, join, filled, start, output, block, width);
                  it.forEachReducedRow(it.address(it.outputs()) + from * element, sums::addRows);
                  sums.finish();
                }));
  }

  /** Returns the number of columns that are reduced together, which does not affect the result. */
  private static long strip(ReductionIterator it) {
    boolean isShared =
        Parallel.threads() > 1 && it.reducedCount() * PARALLEL_STRIP >= STRIP * BLOCK;
    return isShared ? PARALLEL_STRIP : STRIP;
  }

  /** Adjacent output elements that are reduced together. */
  private static final class Strip {
    private final PointwiseLoop fold;
    private final PointwiseLoop join;
    private final PointwiseLoop filled;
    private final Scalar start;
    private final long output;
    private final long block; // the sums of the rows since the last flush
    private final long width;
    private int rows; // rows in the block
    private boolean isBegun; // whether the output has the sum of a block

    Strip(
        PointwiseLoop fold,
        PointwiseLoop join,
        PointwiseLoop filled,
        Scalar start,
        long output,
        long block,
        long width) {
      this.fold = fold;
      this.join = join;
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

    /** Adds the block to the output, which may be the input if that has one row. */
    void finish() {
      if (!isBegun) {
        filled.run(output, 0, 0, 0, width, start);
        isBegun = true;
      }
      join.run(output, output, block, 0, width, Scalar.ONE);
    }
  }
}
