package jackfield.aten.composite.contraction;

import jackfield.aten.Aten;
import jackfield.aten.kernel.Dimensions;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;

/**
 * A factor with the dimensions of the product.
 *
 * @param tensor the tensor with all dimensions
 * @param isAdded for each dimension whether the factor got it, with size 1
 */
record Factor(Tensor tensor, boolean[] isAdded) {
  /** Adds the dimensions {@code added} to a tensor, which has {@code rank} dimensions then. */
  static Factor of(Aten aten, Tensor tensor, long[] added, int rank) {
    if (tensor.rank() + added.length != rank) {
      throw new ShapeMismatch(
          ThreeFactors.OPERATOR,
          "expected %d dimensions with %d added ones".formatted(rank, added.length),
          tensor.sizes());
    }
    boolean[] isAdded = marked(added, rank);
    Tensor result = tensor;
    for (int dim = 0; dim < rank; dim++) {
      result = isAdded[dim] ? aten.unsqueeze(result, dim) : result;
    }
    return new Factor(result, isAdded);
  }

  /** Returns for each dimension whether it is one of {@code dims}. */
  static boolean[] marked(long[] dims, int rank) {
    boolean[] isMarked = new boolean[rank];
    for (int dim : Dimensions.wrapDistinct(ThreeFactors.OPERATOR, dims, rank)) {
      isMarked[dim] = true;
    }
    return isMarked;
  }

  /** Returns the part at one index of a dimension; the whole if the dimension was added. */
  Tensor slice(Aten aten, int dim, long index) {
    return isAdded[dim] ? tensor : aten.narrow(tensor, dim, index, 1);
  }
}
