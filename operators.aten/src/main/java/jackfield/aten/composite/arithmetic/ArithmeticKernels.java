package jackfield.aten.composite.arithmetic;

import jackfield.aten.Aten;
import jackfield.tensor.Tensor;

/** Arithmetic operators that are other operators under another name. */
public final class ArithmeticKernels {
  private final Aten aten;

  /** Creates kernels that call the operators of {@code aten}. */
  public ArithmeticKernels(Aten aten) {
    this.aten = aten;
  }

  /** Computes the maximum of two tensors. */
  public Tensor maximum(Tensor self, Tensor other) {
    return aten.maximum(self, other);
  }

  /** Computes the maximum of two tensors into {@code out}. */
  public Tensor maximumOut(Tensor self, Tensor other, Tensor out) {
    return aten.maximumOut(self, other, out);
  }

  /** Computes the minimum of two tensors. */
  public Tensor minimum(Tensor self, Tensor other) {
    return aten.minimum(self, other);
  }

  /** Computes the minimum of two tensors into {@code out}. */
  public Tensor minimumOut(Tensor self, Tensor other, Tensor out) {
    return aten.minimumOut(self, other, out);
  }

  /** Computes {@code self * log(other)}. */
  public Tensor xlogy(Tensor self, Tensor other) {
    return aten.xlogy(self, other);
  }

  /** Computes {@code self * log(other)} into {@code out}. */
  public Tensor xlogyOut(Tensor self, Tensor other, Tensor out) {
    return aten.xlogyOut(self, other, out);
  }
}
