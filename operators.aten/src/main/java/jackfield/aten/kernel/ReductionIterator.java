package jackfield.aten.kernel;

import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/**
 * The loops of a reduction: for each element of the output, the elements of the input that are
 * reduced to it. Both sides have as few dimensions as possible, the innermost first.
 *
 * <p>The outputs are the first operands, the input is the last one, already in the type that the
 * rule chose. A body runs {@link #forEachOutput}, or {@link #forEachOutputs} if there are several,
 * and inside it either one loop, where {@link #reducedRank} is 1, or {@link #forEachReducedRow}. An
 * output element may have no input elements.
 *
 * <p><em>Units</em>: strides in bytes, counts in elements.
 *
 * <p><em>Threads</em>: several threads may run over ranges of one iterator, within its call.
 */
public final class ReductionIterator {
  private final Tensor[] outputs;
  private final Tensor[] given; // take over the outputs' geometry and storage in the end
  private final Tensor input;
  private final long[] addresses; // of the outputs, then the input
  private final LoopNest kept;
  private final LoopNest reduced;

  /** Runs once for each element of the output. */
  @FunctionalInterface
  public interface Cell {
    /**
     * Computes one element.
     *
     * @param output the address of the element
     * @param input the address of the first element that is reduced to it
     */
    void run(long output, long input);
  }

  /** Runs once for each index of the outputs. */
  @FunctionalInterface
  public interface Cells {
    /**
     * Computes the elements of all outputs at one index.
     *
     * @param at the address of each output's element, then that of the first element that is
     *     reduced to them; valid during the call
     */
    void run(long[] at);
  }

  /** Runs over one row of elements that are reduced to one. */
  @FunctionalInterface
  public interface ReducedRow {
    /** Runs over {@code count} elements from {@code address}, {@code strideBytes} apart. */
    void run(long address, long strideBytes, long count);
  }

  ReductionIterator(
      Tensor[] outputs, Tensor[] given, Tensor input, LoopNest kept, LoopNest reduced) {
    this.outputs = outputs;
    this.given = given;
    this.input = input;
    this.kept = kept;
    this.reduced = reduced;
    this.addresses = new long[outputs.length + 1];
    for (int operand = 0; operand <= outputs.length; operand++) {
      addresses[operand] = tensor(operand).address();
    }
  }

  /** Returns the number of outputs; the operand of this number is the input. */
  public int outputs() {
    return outputs.length;
  }

  /** Returns the type of the first output's elements. */
  public DType outputType() {
    return outputType(0);
  }

  /** Returns the type of an output's elements. */
  public DType outputType(int output) {
    return outputs[output].dtype();
  }

  /** Returns the type of the input's elements. */
  public DType inputType() {
    return input.dtype();
  }

  /** Returns an operand: an output, or the input after the outputs. */
  public Tensor tensor(int operand) {
    return operand < outputs.length ? outputs[operand] : input;
  }

  /** Returns the address of an operand's first element. */
  public long address(int operand) {
    return addresses[operand];
  }

  /** Returns the number of elements of the output. */
  public long outputCount() {
    return kept.count();
  }

  /** Returns the number of input elements that are reduced to each output element. */
  public long reducedCount() {
    return reduced.count();
  }

  /** Returns the number of loops over the output, at least 1. */
  public int outputRank() {
    return kept.rank();
  }

  /** Returns the length of loop {@code dim} over the output. */
  public long outputSize(int dim) {
    return kept.size(dim);
  }

  /** Returns an operand's step in loop {@code dim} over the output. */
  public long outputStrideBytes(int operand, int dim) {
    return kept.strideBytes(operand, dim);
  }

  /** Returns the number of loops over the elements that are reduced to one, at least 1. */
  public int reducedRank() {
    return reduced.rank();
  }

  /** Returns the length of loop {@code dim} over the elements that are reduced to one. */
  public long reducedSize(int dim) {
    return reduced.size(dim);
  }

  /** Returns the input's step in loop {@code dim} over the elements that are reduced to one. */
  public long reducedStrideBytes(int dim) {
    return reduced.strideBytes(0, dim);
  }

  /** Runs {@code cell} for each element of the output. */
  public void forEachOutput(Cell cell) {
    forEachOutput(0, outputCount(), cell);
  }

  /**
   * Runs {@code cell} for the elements of the output from {@code from} to {@code to}, which is
   * excluded.
   */
  public void forEachOutput(long from, long to, Cell cell) {
    kept.forEachRow(
        addresses,
        from,
        to,
        (addresses, strides, count) -> {
          for (long i = 0; i < count; i++) {
            cell.run(addresses[0] + i * strides[0], addresses[1] + i * strides[1]);
          }
        });
  }

  /** Runs {@code cells} for each index of the outputs. */
  public void forEachOutputs(Cells cells) {
    forEachOutputs(0, outputCount(), cells);
  }

  /**
   * Runs {@code cells} for the indexes of the outputs from {@code from} to {@code to}, which is
   * excluded.
   */
  public void forEachOutputs(long from, long to, Cells cells) {
    long[] at = new long[addresses.length];
    kept.forEachRow(
        addresses,
        from,
        to,
        (row, strides, count) -> {
          for (long i = 0; i < count; i++) {
            for (int operand = 0; operand < at.length; operand++) {
              at[operand] = row[operand] + i * strides[operand];
            }
            cells.run(at);
          }
        });
  }

  /**
   * Runs {@code row} over the elements that are reduced to one.
   *
   * @param input the address of the first of them
   */
  public void forEachReducedRow(long input, ReducedRow row) {
    reduced.forEachRow(
        new long[] {input},
        0,
        reduced.count(),
        (addresses, strides, count) -> row.run(addresses[0], strides[0], count));
  }

  /** Returns the first result, after the outputs were written. */
  public Tensor finish() {
    for (int number = 0; number < outputs.length; number++) {
      Outputs.adopt(given[number], outputs[number]);
    }
    return given[0];
  }

  /** Returns a result; valid after {@link #finish}. */
  public Tensor result(int number) {
    return given[number];
  }

  /**
   * Returns the geometry as plain numbers. The dimensions of the outputs come first; their number
   * is number 0. Those over which is reduced follow; the outputs' steps there are 0.
   */
  public ParameterBlock parameters() {
    DType[] types = new DType[outputs.length + 1];
    for (int operand = 0; operand < types.length; operand++) {
      types[operand] = tensor(operand).dtype();
    }
    ParameterBlock.Builder block = new ParameterBlock.Builder(types, addresses);
    kept.describe(block);
    for (int dim = reduced.rank() - 1; dim >= 0; dim--) {
      long[] steps = new long[types.length];
      steps[outputs.length] = reduced.strideBytes(0, dim);
      block.dimension(reduced.size(dim), steps);
    }
    return block.number(kept.rank()).build();
  }
}
