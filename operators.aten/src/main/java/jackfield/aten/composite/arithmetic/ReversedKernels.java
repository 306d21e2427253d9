package jackfield.aten.composite.arithmetic;

import jackfield.aten.Aten;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/** Operators that are another operator with its tensors in reverse order. */
public final class ReversedKernels {
  private final Aten aten;

  /** Creates kernels that call the operators of {@code aten}. */
  public ReversedKernels(Aten aten) {
    this.aten = aten;
  }

  /** Computes {@code other - alpha * self}. */
  public Tensor rsub(Tensor self, Tensor other, Scalar alpha) {
    return aten.sub(/* self= */ other, /* other= */ self, alpha);
  }
}
