package jackfield.aten.linalg;

import jackfield.aten.kernel.OutputPlan;
import jackfield.aten.kernel.OutputSpec;
import jackfield.aten.kernel.SliceIterator;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * The decisions of a rule about an operator that takes the matrices of a batch one by one. Each
 * operand has the dimensions of the batch, to which inputs are broadcast, and then those of what
 * belongs to one matrix: two of a matrix, one of a vector, none of a number.
 */
public final class MatrixPlan extends OutputPlan {
  private final long[] batch;
  private final int[] innerRanks;

  private MatrixPlan(
      String operator, long[] batch, int[] innerRanks, Tensor[] inputs, OutputSpec[] specs) {
    super(operator, inputs, specs);
    this.batch = batch;
    this.innerRanks = innerRanks;
  }

  /**
   * Plans an operator.
   *
   * @param batch the sizes of the batch, to which those of each input can be broadcast
   * @param innerRanks the number of dimensions that belong to one matrix: 0, 1 or 2, for each
   *     output, then for each input
   * @throws TypeMismatch if the inputs are on several devices
   * @throws ShapeMismatch if one repeats its elements too often to be iterated over
   */
  public static MatrixPlan of(
      String operator, long[] batch, int[] innerRanks, Tensor[] inputs, OutputSpec... specs) {
    return new MatrixPlan(operator, batch, innerRanks.clone(), inputs, specs);
  }

  /**
   * Returns the matrices of the outputs, then those of the inputs. A vector is a column, a number a
   * matrix of one element. Outputs that were not requested are absent.
   */
  public SliceIterator matrices() {
    Tensor[] operands = new Tensor[innerRanks.length];
    for (int number = 0; number < operands.length; number++) {
      boolean isOutput = number < outputCount();
      Tensor operand = isOutput ? output(number) : input(number - outputCount());
      boolean isAbsent = operand == null || operand.rank() < innerRanks[number];
      operands[number] = isAbsent ? null : matrices(operand, innerRanks[number]);
    }
    return SliceIterator.matrices(operands);
  }

  @Override
  protected boolean mayOverlapInputs() {
    return true;
  }

  private Tensor matrices(Tensor operand, int innerRank) {
    int outer = operand.rank() - innerRank;
    long[] sizes = new long[batch.length + 2];
    long[] strides = new long[batch.length + 2];
    for (int i = 0; i < batch.length; i++) {
      int dim = i - (batch.length - outer);
      sizes[i] = batch[i];
      strides[i] = dim < 0 || operand.size(dim) == 1 ? 0 : operand.stride(dim);
    }
    for (int i = 0; i < 2; i++) {
      boolean isPresent = i < innerRank;
      sizes[batch.length + i] = isPresent ? operand.size(outer + i) : 1;
      strides[batch.length + i] = isPresent ? operand.stride(outer + i) : 1;
    }
    return operand.alias(sizes, strides, operand.offset());
  }
}
