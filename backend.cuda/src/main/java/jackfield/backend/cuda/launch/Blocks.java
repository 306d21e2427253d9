package jackfield.backend.cuda.launch;

import jackfield.aten.kernel.ParameterBlock;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/** Starts parameter blocks of whole tensors. */
public final class Blocks {
  private Blocks() {}

  /**
   * Returns a block without dimensions.
   *
   * @param operands the outputs, then the inputs; null for absent ones
   */
  public static ParameterBlock.Builder of(Tensor... operands) {
    DType[] types = new DType[operands.length];
    long[] addresses = new long[operands.length];
    for (int operand = 0; operand < operands.length; operand++) {
      if (operands[operand] != null) {
        types[operand] = operands[operand].dtype();
        addresses[operand] = address(operands[operand]);
      }
    }
    return new ParameterBlock.Builder(types, addresses);
  }

  /**
   * Returns the address of a tensor that a kernel can read. Plans move numbers in host memory to
   * the device before; operands that no plan has seen are refused here.
   */
  static long address(Tensor tensor) {
    if (tensor.device().isHost()) {
      throw new TypeMismatch(
          "a kernel of cuda",
          "expected all tensors on one device, found %s in host memory; try to(\"cuda\")"
              .formatted(tensor));
    }
    return tensor.address();
  }

  /** Returns the block of int64 and of the elements of a row-major tensor, both in order. */
  public static ParameterBlock rows(long integers, Tensor elements, long count) {
    return new ParameterBlock.Builder(
            new DType[] {DType.INT64, elements.dtype()}, new long[] {integers, address(elements)})
        .dimension(count, new long[] {Long.BYTES, elements.dtype().sizeBytes()})
        .build();
  }

  /**
   * Returns a block whose numbers describe tensors of any sizes: where the places of the tensors
   * begin, the given numbers, the place of each tensor, then its address, type and rank, and the
   * size and step of each dimension.
   *
   * @param tensors null for absent ones, whose address is 0
   */
  public static ParameterBlock tensors(long[] numbers, Tensor... tensors) {
    ParameterBlock block = of().build().with(1L + numbers.length).with(numbers);
    long place = 1L + numbers.length + tensors.length;
    for (Tensor tensor : tensors) {
      block = block.with(place);
      place += tensor == null ? 1 : 3 + 2L * tensor.rank();
    }
    for (Tensor tensor : tensors) {
      block = tensor == null ? block.with(0) : described(block, tensor);
    }
    return block;
  }

  private static ParameterBlock described(ParameterBlock block, Tensor tensor) {
    long[] words = new long[3 + 2 * tensor.rank()];
    words[0] = address(tensor);
    words[1] = tensor.dtype().number();
    words[2] = tensor.rank();
    for (int dim = 0; dim < tensor.rank(); dim++) {
      words[3 + 2 * dim] = tensor.size(dim);
      words[4 + 2 * dim] = tensor.stride(dim) * tensor.dtype().sizeBytes();
    }
    return block.with(words);
  }

  /**
   * Returns a block of the given sizes in which each operand has its own steps; an operand does not
   * move in dimensions that it lacks.
   */
  public static ParameterBlock strided(long[] sizes, Tensor... operands) {
    ParameterBlock.Builder block = of(operands);
    for (int dim = 0; dim < sizes.length; dim++) {
      long[] steps = new long[operands.length];
      for (int operand = 0; operand < steps.length; operand++) {
        Tensor tensor = operands[operand];
        if (tensor != null && dim < tensor.rank()) {
          steps[operand] = tensor.stride(dim) * tensor.dtype().sizeBytes();
        }
      }
      block.dimension(sizes[dim], steps);
    }
    return block.build();
  }

  /** Returns the block of two tensors of the same sizes. */
  public static ParameterBlock pair(Tensor to, Tensor from) {
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
