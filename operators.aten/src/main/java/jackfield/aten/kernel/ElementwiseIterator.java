package jackfield.aten.kernel;

import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/**
 * The loops of an elementwise kernel: one output and its inputs, broadcast to common sizes, with as
 * few dimensions as possible, the innermost first.
 *
 * <p>Operand 0 is the output, to be written in {@code type(0)}. The inputs follow in the order of
 * the schema, converted to the common type unless the operator's rule decides otherwise. A body
 * asks {@link #isContiguous} first: if true, each operand is a plain array of {@link #count}
 * elements. If not, {@link #forEachRow} passes rows with strides; a stride of 0 repeats one
 * element. An output may be the same memory as an input, element for element, and overlaps an input
 * in no other way.
 *
 * <p><em>Units</em>: strides in bytes, counts in elements.
 *
 * <p><em>Threads</em>: several threads may run over ranges of one iterator, within its call.
 */
public final class ElementwiseIterator {
  private final Tensor[] operands; // the output first
  private final DType commonType;
  private final long[] addresses;
  private final LoopNest loops; // null for one loop over dense operands
  private final long count;
  private final Outputs outputs; // null unless the result is copied into target
  private final Tensor target;
  private final Tensor given; // null unless this tensor takes over target's geometry and storage

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

  /** Returns an iterator over operands whose elements are in the same order without gaps. */
  static ElementwiseIterator dense(Tensor[] operands, DType commonType) {
    return new ElementwiseIterator(operands, commonType, null, null, operands[0], null);
  }

  /**
   * Returns an iterator over operands with the given {@code loops}.
   *
   * @param target the tensor into which the output is copied in the end; the output itself if no
   *     copy is needed
   */
  static ElementwiseIterator strided(
      Tensor[] operands, DType commonType, LoopNest loops, Outputs outputs, Tensor target) {
    return new ElementwiseIterator(operands, commonType, loops, outputs, target, null);
  }

  /**
   * Returns this iterator for an {@code out} argument that takes on the sizes of the result in the
   * end.
   */
  ElementwiseIterator adoptedBy(Tensor out) {
    return new ElementwiseIterator(operands, commonType, loops, outputs, target, out);
  }

  /** Returns the number of operands, including the output. */
  public int operandCount() {
    return operands.length;
  }

  /** Returns the number of elements of the output. */
  public long count() {
    return count;
  }

  /** Returns whether each operand is a plain array of {@link #count} elements at its address. */
  public boolean isContiguous() {
    return loops == null;
  }

  /** Returns whether the operand is a single element that is repeated throughout. */
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

  /** Returns the type to which the inputs were converted. */
  public DType commonType() {
    return commonType;
  }

  /** Returns the type of an operand's elements; of the output's if {@code operand} is 0. */
  public DType type(int operand) {
    return operands[operand].dtype();
  }

  /** Returns the tensor of an operand, before it was expanded. */
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

  /** Runs {@code row} over all rows. */
  public void forEachRow(Row row) {
    forEachRow(0, count, row);
  }

  /**
   * Runs {@code row} over the elements from {@code from} to {@code to}, which is excluded, counted
   * innermost first; rows are cut at the ends of the range.
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

  /** Returns the geometry as plain numbers. */
  public ParameterBlock parameters() {
    DType[] types = new DType[operands.length];
    for (int operand = 0; operand < types.length; operand++) {
      types[operand] = type(operand);
    }
    ParameterBlock.Builder block = new ParameterBlock.Builder(types, addresses);
    LoopNest nest = loops == null ? LoopNest.dense(count, elementBytes(operands)) : loops;
    nest.describe(block);
    return block.build();
  }

  /** Returns the operator's result, after the output was written. */
  public Tensor finish() {
    if (target != operands[0]) {
      outputs.copy(target, operands[0]);
    }
    return given == null ? target : Outputs.adopt(given, target);
  }
}
