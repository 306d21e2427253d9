package jackfield.aten.composite.scatter;

import jackfield.aten.Aten;
import jackfield.aten.kernel.Dimensions;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * Forms of reading and writing at positions that are composed of others and differentiated through
 * them.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class ScatterComposites {
  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public ScatterComposites(Aten aten) {
    this.aten = aten;
  }

  /** Fills slices with the element of a tensor; negative indexes count from the end. */
  public Tensor indexFill(Tensor self, long dim, Tensor index, Tensor value) {
    return aten.indexCopy(self, dim, positive(self, dim, index), slices(self, dim, index, value));
  }

  /** Fills slices of the tensor itself with the element of a tensor. */
  public Tensor indexFillInPlace(Tensor self, long dim, Tensor index, Tensor value) {
    return aten.indexCopy_(self, dim, positive(self, dim, index), slices(self, dim, index, value));
  }

  private Tensor positive(Tensor self, long dim, Tensor index) {
    if (index.dtype() != DType.INT64) {
      throw new TypeMismatch("index_fill", "expected index to be int64, found " + index.dtype());
    }
    int along = Dimensions.wrap("index_fill", dim, self.rank());
    long size = self.rank() == 0 ? 1 : self.size(along);
    Tensor wrapped = aten.add(index, Scalar.of(size));
    return aten.where(aten.gt(index, Scalar.of(-1)), index, wrapped);
  }

  private Tensor slices(Tensor self, long dim, Tensor index, Tensor value) {
    if (value.rank() > 0) {
      throw new ShapeMismatch("index_fill", "expected a value without dimensions", value.sizes());
    }
    int along = Dimensions.wrap("index_fill", dim, self.rank());
    long[] sizes = self.sizes().clone();
    if (sizes.length > 0) {
      sizes[along] = index.elementCount();
    }
    Tensor element = value.dtype() == self.dtype() ? value : aten.to(value, self.dtype());
    return aten.expand(element, sizes, false);
  }

  /** Reads the elements at positions along a dimension, or in row-major order. */
  public Tensor takeAlongDim(Tensor self, Tensor indices, Long dim) {
    if (indices.dtype() != DType.INT64) {
      throw new TypeMismatch(
          "take_along_dim", "expected indices to be int64, found " + indices.dtype());
    }
    if (dim == null) {
      return aten.gather(aten.ravel(self), 0, aten.ravel(indices), false);
    }
    if (self.rank() != indices.rank()) {
      throw new ShapeMismatch(
          "take_along_dim", "expected as many dimensions", self.sizes(), indices.sizes());
    }
    int along = Dimensions.wrap("take_along_dim", dim, self.rank());
    return aten.gather(
        expanded(self, indices, along), along, expanded(indices, self, along), false);
  }

  /** Expands a tensor to the sizes of another one in all dimensions but one. */
  private Tensor expanded(Tensor tensor, Tensor other, int except) {
    long[] sizes = tensor.sizes().clone();
    for (int dim = 0; dim < sizes.length; dim++) {
      boolean grows = dim != except && sizes[dim] == 1;
      sizes[dim] = grows ? other.size(dim) : sizes[dim];
      if (dim != except && other.size(dim) != 1 && other.size(dim) != sizes[dim]) {
        throw new ShapeMismatch(
            "take_along_dim", "the shapes do not broadcast", tensor.sizes(), other.sizes());
      }
    }
    return aten.expand(tensor, sizes, false);
  }

  /** Returns the positions of the elements that are not zero, one tensor for each dimension. */
  public Tensor[] nonzeroNumpy(Tensor self) {
    Tensor vector = self.rank() == 0 ? aten.unsqueeze(self, 0) : self;
    return aten.unbind(aten.nonzero(vector), 1);
  }

  /** Returns the positions of the elements that are not zero, one in each row. */
  public Tensor argwhere(Tensor self) {
    return aten.nonzero(self);
  }
}
