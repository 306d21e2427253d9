package jackfield.aten.kernel;

import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/**
 * The loops of a reduction: for each element of the output, the elements of the input that are
 * reduced to it. Both sides have as few dimensions as possible, the innermost first.
 *
 * <p>Operand 0 is the output, operand 1 the input, already in the type that the rule chose. A body
 * runs {@link #forEachOutput}, and inside it either one loop, where {@link #reducedRank} is 1, or
 * {@link #forEachReducedRow}. An output element may have no input elements.
 *
 * <p><em>Units</em>: strides in bytes, counts in elements.
 *
 * <p><em>Threads</em>: several threads may run over ranges of one iterator, within its call.
 */
public final class ReductionIterator {
  private final Tensor output;
  private final Tensor
      given; // takes over output's geometry and storage in the end; often output itself
  private final Tensor input;
  private final long outputAddress;
  private final long inputAddress;
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

  /** Runs over one row of elements that are reduced to one. */
  @FunctionalInterface
  public interface ReducedRow {
    /** Runs over {@code count} elements from {@code address}, {@code strideBytes} apart. */
    void run(long address, long strideBytes, long count);
  }

  ReductionIterator(Tensor output, Tensor given, Tensor input, LoopNest kept, LoopNest reduced) {
    this.output = output;
    this.given = given;
    this.input = input;
    this.kept = kept;
    this.reduced = reduced;
    this.outputAddress = output.address();
    this.inputAddress = input.address();
  }

  /** Returns the type of the output's elements. */
  public DType outputType() {
    return output.dtype();
  }

  /** Returns the type of the input's elements. */
  public DType inputType() {
    return input.dtype();
  }

  /** Returns the output, operand 0, or the input, operand 1. */
  public Tensor tensor(int operand) {
    return operand == 0 ? output : input;
  }

  /** Returns the address of an operand's first element. */
  public long address(int operand) {
    return operand == 0 ? outputAddress : inputAddress;
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
        new long[] {outputAddress, inputAddress},
        from,
        to,
        (addresses, strides, count) -> {
          for (long i = 0; i < count; i++) {
            cell.run(addresses[0] + i * strides[0], addresses[1] + i * strides[1]);
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

  /** Returns the operator's result, after the output was written. */
  public Tensor finish() {
    return Outputs.adopt(given, output);
  }
}
