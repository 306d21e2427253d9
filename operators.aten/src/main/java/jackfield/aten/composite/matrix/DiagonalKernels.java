package jackfield.aten.composite.matrix;

import jackfield.aten.Aten;
import jackfield.aten.kernel.Dimensions;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * Diagonals of matrices, composed of views and differentiated through them.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class DiagonalKernels {
  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public DiagonalKernels(Aten aten) {
    this.aten = aten;
  }

  /** Copies a diagonal of a matrix, or makes a matrix with a vector as its diagonal. */
  public Tensor diag(Tensor self, long diagonal) {
    return switch (self.rank()) {
      case 1 -> embed(self, diagonal, -2, -1);
      case 2 -> aten.clone(aten.diagonal(self, diagonal), MemoryFormat.CONTIGUOUS);
      default -> throw new ShapeMismatch("diag", "expected a vector or a matrix", self.sizes());
    };
  }

  /** Makes matrices with the rows of the last dimension as their diagonals. */
  public Tensor embed(Tensor self, long offset, long dim1, long dim2) {
    int[] dims = Dimensions.wrapDistinct("diag_embed", new long[] {dim1, dim2}, self.rank() + 1);
    if (self.rank() == 0) {
      throw new ShapeMismatch("diag_embed", "expected at least one dimension", self.sizes());
    }
    long size = length(self.size(self.rank() - 1), offset);
    long[] sizes = new long[self.rank() + 1];
    int next = 0;
    for (int dim = 0; dim < sizes.length; dim++) {
      sizes[dim] = dim == dims[0] || dim == dims[1] ? size : self.size(next++);
    }
    Tensor result = aten.newZeros(self, sizes);
    aten.copy_(aten.diagonal(result, offset, dims[0], dims[1]), self);
    return result;
  }

  private static long length(long size, long offset) {
    long distance = Math.abs(offset);
    if (distance < 0 || distance > Long.MAX_VALUE - size) {
      throw new InvalidArgument("diag_embed", "offset", offset + " is too far away");
    }
    return size + distance;
  }

  /** Makes a matrix with all elements as its diagonal. */
  public Tensor flat(Tensor self, long offset) {
    return diag(aten.ravel(self), offset);
  }

  /** Returns a view of the diagonals of matrices. */
  public Tensor linalgDiagonal(Tensor self, long offset, long dim1, long dim2) {
    return aten.diagonal(self, offset, dim1, dim2);
  }

  /** Adds up the diagonal of a matrix. */
  public Tensor trace(Tensor self) {
    if (self.rank() != 2) {
      throw new InvalidArgument(
          "trace", "self", "has %d dimensions, expected 2".formatted(self.rank()));
    }
    if (self.dtype() == DType.BOOL || self.dtype().isHalf()) {
      throw new TypeMismatch("trace", "%s is not added up".formatted(self.dtype()));
    }
    return aten.sum(aten.diagonal(self));
  }
}
