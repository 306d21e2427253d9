package jackfield.backend.cuda;

import jackfield.aten.kernel.ParameterBlock;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/** Starts parameter blocks of whole tensors. */
final class Blocks {
  private Blocks() {}

  /**
   * Returns a block without dimensions.
   *
   * @param operands the outputs, then the inputs; null for absent ones
   */
  static ParameterBlock.Builder of(Tensor... operands) {
    DType[] types = new DType[operands.length];
    long[] addresses = new long[operands.length];
    for (int operand = 0; operand < operands.length; operand++) {
      if (operands[operand] != null) {
        types[operand] = operands[operand].dtype();
        addresses[operand] = operands[operand].address();
      }
    }
    return new ParameterBlock.Builder(types, addresses);
  }

  /** Returns the block of two tensors of the same sizes. */
  static ParameterBlock pair(Tensor to, Tensor from) {
    ParameterBlock.Builder block = of(to, from);
    for (int dim = 0; dim < to.rank(); dim++) {
      block.dimension(
          to.size(dim),
          new long[] {
            to.stride(dim) * to.dtype().sizeBytes(), from.stride(dim) * from.dtype().sizeBytes()
          });
    }
    return block.build();
  }
}
