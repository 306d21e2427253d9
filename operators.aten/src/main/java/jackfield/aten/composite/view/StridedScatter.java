package jackfield.aten.composite.view;

import jackfield.aten.Aten;
import jackfield.aten.kernel.MemoryOverlap;
import jackfield.error.InvalidArgument;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * A copy in which a view with given sizes and strides is replaced. The whole storage is copied, so
 * the view may reach elements that are not in the tensor.
 *
 * <p><em>Source</em>: {@code as_strided_scatter} of PyTorch 2.6. Its gradient of self is nonzero at
 * the view only, unlike that of an in-place change; the derivative follows it.
 */
public final class StridedScatter {
  private final Aten aten;

  /** Creates the kernel, which calls the operators of {@code aten}. */
  public StridedScatter(Aten aten) {
    this.aten = aten;
  }

  /** Replaces the view of the given geometry. */
  public Tensor scatter(Tensor self, Tensor src, long[] size, long[] stride, Long storageOffset) {
    if (self.requiresGrad() && !self.isContiguous()) {
      throw new InvalidArgument(
          "as_strided_scatter", "self", "requires a gradient and is not contiguous");
    }
    if (!Arrays.equals(size, src.sizes())) {
      throw new ShapeMismatch(
          "as_strided_scatter", "expected src to have the given size", size, src.sizes());
    }
    Tensor copy = copied(aten, self);
    Tensor view = aten.asStrided(copy, size, stride, storageOffset);
    MemoryOverlap.refuseInternal("as_strided_scatter", view);
    aten.copy_(view, src);
    return copy;
  }

  /** Copies a tensor with its strides, unless it repeats elements. */
  static Tensor copied(Aten aten, Tensor self) {
    if (self.isNonOverlappingAndDense()) {
      return aten.clone(self);
    }
    for (int dim = 0; dim < self.rank(); dim++) {
      if (self.size(dim) > 1 && self.stride(dim) == 0) {
        return aten.clone(self);
      }
    }
    long[] all = {self.storage().sizeBytes() / self.dtype().sizeBytes()};
    Tensor whole = aten.clone(aten.asStrided(self, all, new long[] {1}, 0L));
    return aten.asStrided(whole, self.sizes(), self.strides(), self.offset());
  }
}
