package jackfield.aten.composite;

import jackfield.aten.Aten;
import jackfield.aten.kernel.Dimensions;
import jackfield.aten.kernel.Strides;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;

/**
 * Kernels that reverse and rotate dimensions, composed of {@code index_select} and differentiated
 * through it.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class FlipKernels {
  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public FlipKernels(Aten aten) {
    this.aten = aten;
  }

  /** Reverses the order of the elements along dimensions; the order in memory is kept. */
  public Tensor flip(Tensor self, long[] dims) {
    int[] flipped = Dimensions.wrapDistinct("flip", dims, self.rank());
    if (flipped.length == 0 || self.rank() == 0) {
      return aten.clone(self);
    }
    int[] order = Strides.innermostFirst(self.sizes(), new long[][] {self.strides()});
    long[] outermostFirst = new long[order.length];
    long[] back = new long[order.length];
    for (int position = 0; position < order.length; position++) {
      int dim = order[order.length - 1 - position];
      outermostFirst[position] = dim;
      back[dim] = position;
    }
    Tensor result = aten.permute(self, outermostFirst);
    for (int dim : flipped) {
      result = aten.indexSelect(result, back[dim], downwards(self, self.size(dim)));
    }
    return aten.permute(result, back);
  }

  private Tensor downwards(Tensor self, long size) {
    return aten.arange(
        Scalar.of(size - 1), Scalar.of(-1), Scalar.of(-1), DType.INT64, null, self.device(), null);
  }

  /** Reverses the order of the columns. */
  public Tensor leftToRight(Tensor self) {
    if (self.rank() < 2) {
      throw new ShapeMismatch("fliplr", "expected at least two dimensions", self.sizes());
    }
    return aten.flip(self, 1);
  }

  /** Reverses the order of the rows. */
  public Tensor upToDown(Tensor self) {
    if (self.rank() < 1) {
      throw new ShapeMismatch("flipud", "expected at least one dimension", self.sizes());
    }
    return aten.flip(self, 0);
  }

  /**
   * Rotates the plane of two dimensions by {@code k} right angles, from the first to the second.
   */
  public Tensor rot90(Tensor self, long k, long[] dims) {
    if (dims.length != 2 || self.rank() < 2) {
      throw new InvalidArgument("rot90", "dims", "do not name two dimensions of the tensor");
    }
    int[] plane = Dimensions.wrapDistinct("rot90", dims, self.rank());
    return switch (Math.floorMod(k, 4)) {
      case 1 -> aten.transpose(aten.flip(self, plane[1]), plane[0], plane[1]);
      case 2 -> aten.flip(self, plane[0], plane[1]);
      case 3 -> aten.transpose(aten.flip(self, plane[0]), plane[0], plane[1]);
      default -> aten.clone(self, MemoryFormat.CONTIGUOUS);
    };
  }
}
