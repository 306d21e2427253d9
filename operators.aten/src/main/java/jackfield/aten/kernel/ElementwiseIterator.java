package jackfield.aten.kernel;

import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/**
 * The loops of an elementwise kernel: its outputs and inputs, broadcast to common sizes, with as
 * few dimensions as possible, the innermost first.
 *
 * <p>The first {@link #outputs} operands are the outputs, each to be written in its {@link #type};
 * mostly it is one, operand 0. The inputs follow in the order of the schema, converted to the
 * common type unless the operator's rule decides otherwise. A body asks {@link #isContiguous}
 * first: if true, each operand is a plain array of {@link #count} elements. If not, {@link
 * #forEachRow} passes rows with strides; a stride of 0 repeats one element. The only output may be
 * the same memory as an input, element for element, and overlaps an input in no other way. Several
 * outputs overlap no input and not each other.
 *
 * <p><em>Units</em>: strides in bytes, counts in elements.
 *
 * <p><em>Threads</em>: several threads may run over ranges of one iterator, within its call.
 */
public final class ElementwiseIterator {
  private final Tensor[] operands; // the outputs first
  private final int outputCount;
  private final DType commonType;
  private final long[] addresses;
  private final LoopNest loops; // null for one loop over dense operands
  private final long count;
  private final Outputs copier; // null unless results are copied into targets
  private final Tensor[] targets; // what becomes of the outputs; null for the outputs themselves
  private final Tensor[] given; // take over the targets' geometry and storage; null for none

  private ElementwiseIterator(
      Tensor[] operands,
      int outputCount,
      DType commonType,
      LoopNest loops,
      Outputs copier,
      Tensor[] targets,
      Tensor[] given) {
    this.operands = operands;
    this.outputCount = outputCount;
    this.commonType = commonType;
    this.loops = loops;
    this.copier = copier;
    this.targets = targets;
    this.given = given;
    this.count = loops == null ? operands[0].elementCount() : loops.count();
    long[] bases = new long[operands.length];
    for (int operand = 0; operand < bases.length; operand++) {
      bases[operand] = operands[operand].address();
    }
    this.addresses = bases;
  }

  /** Returns an iterator over operands whose elements are in the same order without gaps. */
  static ElementwiseIterator dense(Tensor[] operands, int outputCount, DType commonType) {
    return new ElementwiseIterator(operands, outputCount, commonType, null, null, null, null);
  }

  /**
   * Returns an iterator over operands with the given {@code loops}.
   *
   * @param loops null for one loop over dense operands
   * @param targets the tensors into which the outputs are copied in the end, unless they are the
   *     outputs; null if all are
   */
  static ElementwiseIterator strided(
      Tensor[] operands,
      int outputCount,
      DType commonType,
      LoopNest loops,
      Outputs copier,
      Tensor[] targets) {
    return new ElementwiseIterator(operands, outputCount, commonType, loops, copier, targets, null);
  }

  /**
   * Returns this iterator for {@code out} arguments that take on the sizes of the results in the
   * end.
   */
  ElementwiseIterator adoptedBy(Tensor[] outs) {
    return new ElementwiseIterator(operands, outputCount, commonType, loops, copier, targets, outs);
  }

  /** Returns the number of outputs; the operand of this number is the first input. */
  public int outputs() {
    return outputCount;
  }

  /** Returns the number of operands, including the outputs. */
  public int operandCount() {
    return operands.length;
  }

  /** Returns the number of elements of each output. */
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

  /** Returns the type of an operand's elements; of the first output's if it is 0. */
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

  /** Returns the operator's first result, after the outputs were written. */
  public Tensor finish() {
    if (targets != null) {
      for (int number = 0; number < outputCount; number++) {
        if (targets[number] != operands[number]) {
          copier.copy(targets[number], operands[number]);
        }
      }
    }
    if (given != null) {
      for (int number = 0; number < outputCount; number++) {
        Outputs.adopt(given[number], target(number));
      }
    }
    return result(0);
  }

  /** Returns a result; valid after {@link #finish}. */
  public Tensor result(int number) {
    return given == null ? target(number) : given[number];
  }

  private Tensor target(int number) {
    return targets == null ? operands[number] : targets[number];
  }
}
