package jackfield.aten.composite.comparison;

import jackfield.aten.Aten;
import jackfield.tensor.Tensor;

/**
 * Operators on bits under the names of Python's operators.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class BitKernels {
  private final Aten aten;

  /** Creates kernels that call the operators of {@code aten}. */
  public BitKernels(Aten aten) {
    this.aten = aten;
  }

  /** Computes {@code self & other}. */
  public Tensor and(Tensor self, Tensor other) {
    return aten.bitwiseAnd(self, other);
  }

  /** Computes {@code self & other} in place. */
  public Tensor andInPlace(Tensor self, Tensor other) {
    return aten.bitwiseAnd_(self, other);
  }

  /** Computes {@code self | other}. */
  public Tensor or(Tensor self, Tensor other) {
    return aten.bitwiseOr(self, other);
  }

  /** Computes {@code self | other} in place. */
  public Tensor orInPlace(Tensor self, Tensor other) {
    return aten.bitwiseOr_(self, other);
  }

  /** Computes {@code self ^ other}. */
  public Tensor xor(Tensor self, Tensor other) {
    return aten.bitwiseXor(self, other);
  }

  /** Computes {@code self ^ other} in place. */
  public Tensor xorInPlace(Tensor self, Tensor other) {
    return aten.bitwiseXor_(self, other);
  }

  /** Computes {@code self << other}. */
  public Tensor leftShift(Tensor self, Tensor other) {
    return aten.bitwiseLeftShift(self, other);
  }

  /** Computes {@code self << other} in place. */
  public Tensor leftShiftInPlace(Tensor self, Tensor other) {
    return aten.bitwiseLeftShift_(self, other);
  }

  /** Computes {@code self >> other}. */
  public Tensor rightShift(Tensor self, Tensor other) {
    return aten.bitwiseRightShift(self, other);
  }

  /** Computes {@code self >> other} in place. */
  public Tensor rightShiftInPlace(Tensor self, Tensor other) {
    return aten.bitwiseRightShift_(self, other);
  }
}
