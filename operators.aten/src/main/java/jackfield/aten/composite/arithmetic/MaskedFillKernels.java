package jackfield.aten.composite.arithmetic;

import jackfield.aten.Aten;
import jackfield.aten.kernel.Broadcast;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/**
 * Filling by a mask, into a copy.
 *
 * <p><em>Layout</em>: the result is row-major.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class MaskedFillKernels {
  private final Aten aten;

  /** Creates kernels that call the operators of {@code aten}. */
  public MaskedFillKernels(Aten aten) {
    this.aten = aten;
  }

  /** Copies {@code self}, with a number where {@code mask} holds. */
  public Tensor maskedFill(Tensor self, Tensor mask, Scalar value) {
    return aten.maskedFill_(copy(self, mask), mask, value);
  }

  /** Copies {@code self}, with the element of {@code value} where {@code mask} holds. */
  public Tensor maskedFill(Tensor self, Tensor mask, Tensor value) {
    return aten.maskedFill_(copy(self, mask), mask, value);
  }

  private Tensor copy(Tensor self, Tensor mask) {
    long[] sizes = Broadcast.sizes("masked_fill", self.sizes(), mask.sizes());
    return aten.clone(aten.expand(self, sizes), MemoryFormat.CONTIGUOUS);
  }
}
