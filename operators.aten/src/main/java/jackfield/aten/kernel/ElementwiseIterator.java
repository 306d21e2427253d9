package jackfield.aten.kernel;

import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/**
 * What the body of an elementwise kernel runs over: one output and its inputs, stretched to common
 * sizes, with as few dimensions as possible, the innermost first.
 *
 * <p>Operand 0 is the output, to be written in {@code type(0)}; the inputs follow in the order of
 * the schema, already in the common type unless the operator says otherwise. A body asks {@link
 * #isContiguous} first: then each operand is a plain array of {@link #count} elements. If not,
 * {@link #forEachRow} brings rows with strides; a stride of 0 is one element repeated. An output
 * may be the same memory as an input, element for element, and overlaps in no other way.
 *
 * <p><em>Units</em>: strides in bytes, counts in elements.
 *
 * <p><em>Threads</em>: several threads may run over ranges of one iterator, within its call.
 */
public final class ElementwiseIterator {
  private final Tensor[] operands; // the output first
  private final DType commonType;
  private final long[] addresses;
  private final LoopNest loops; // null: one loop over dense operands
  private final long count;
  private final Outputs outputs; // null unless the result is to be copied into target
  private final Tensor target;
  private final Tensor given; // null unless it is to become what target is

  private ElementwiseIterator(
      Tensor[] operands,
      DType commonType,
      LoopNest loops,
      Outputs outputs,
      Tensor target,
      Tensor given) {
    this.operands = operands;
    this.commonType = commonType;
    this.loops = loops;
    this.outputs = outputs;
    this.target = target;
    this.given = given;
    this.count = loops == null ? operands[0].elementCount() : loops.count();
    long[] bases = new long[operands.length];
    for (int operand = 0; operand < bases.length; operand++) {
      bases[operand] = operands[operand].address();
    }
    this.addresses = bases;
  }

  /** Returns an iterator over operands whose elements lie in the same order without gaps. */
  static ElementwiseIterator dense(Tensor[] operands, DType commonType) {
    return new ElementwiseIterator(operands, commonType, null, null, operands[0], null);
  }

  /**
   * Returns an iterator over operands that {@code loops} walks.
   *
   * @param target what the output is copied into in the end; the output itself if nothing is
   */
  static ElementwiseIterator strided(
      Tensor[] operands, DType commonType, LoopNest loops, Outputs outputs, Tensor target) {
    return new ElementwiseIterator(operands, commonType, loops, outputs, target, null);
  }

  /** Returns this iterator for an {@code out} that has the sizes of the result in the end. */
  ElementwiseIterator adoptedBy(Tensor out) {
    return new ElementwiseIterator(operands, commonType, loops, outputs, target, out);
  }

  /** Returns the number of operands, the output counted. */
  public int operandCount() {
    return operands.length;
  }

  /** Returns the number of elements of the output that are to be written. */
  public long count() {
    return count;
  }

  /** Returns whether each operand is a plain array of {@link #count} elements at its address. */
  public boolean isContiguous() {
    return loops == null;
  }

  /** Returns whether the operand is one element that is repeated all over. */
  public boolean isRepeated(int operand) {
    if (loops == null) {
      return false;
    }
    for (int dim = 0; dim < loops.rank(); dim++) {
      if (loops.strideBytes(operand, dim) != 0) {
        return false;
      }
    }
    return true;
  }

  /** Returns the type that the inputs were brought to. */
  public DType commonType() {
    return commonType;
  }

  /** Returns the type of an operand's elements; of the output's if {@code operand} is 0. */
  public DType type(int operand) {
    return operands[operand].dtype();
  }

  /** Returns the tensor behind an operand, not stretched. */
  public Tensor tensor(int operand) {
    return operands[operand];
  }

  /** Returns the address of an operand's first element. */
  public long address(int operand) {
    return addresses[operand];
  }

  /** Returns the number of loops, at least 1. */
  public int rank() {
    return loops == null ? 1 : loops.rank();
  }

  /** Returns the length of loop {@code dim}; the innermost is 0. */
  public long size(int dim) {
    return loops == null ? count : loops.size(dim);
  }

  /** Returns an operand's step in loop {@code dim}. */
  public long strideBytes(int operand, int dim) {
    return loops == null ? type(operand).sizeBytes() : loops.strideBytes(operand, dim);
  }

  /** Runs {@code row} over all elements. */
  public void forEachRow(Row row) {
    forEachRow(0, count, row);
  }

  /**
   * Runs {@code row} over the elements from {@code from} to before {@code to}, counted innermost
   * first; rows are cut where the range is.
   */
  public void forEachRow(long from, long to, Row row) {
    LoopNest nest = loops == null ? LoopNest.dense(count, elementBytes(operands)) : loops;
    nest.forEachRow(addresses, from, to, row);
  }

  static long[] elementBytes(Tensor[] operands) {
    long[] bytes = new long[operands.length];
    for (int operand = 0; operand < bytes.length; operand++) {
      bytes[operand] = operands[operand].dtype().sizeBytes();
    }
    return bytes;
  }

  /** Returns the operator's result, once the output is written. */
  public Tensor finish() {
    if (target != operands[0]) {
      outputs.copy(target, operands[0]);
    }
    return given == null ? target : Outputs.adopt(given, target);
  }
}
