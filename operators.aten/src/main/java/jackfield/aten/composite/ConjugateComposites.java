package jackfield.aten.composite;

import jackfield.aten.Aten;
import jackfield.key.DispatchKey;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;

/**
 * Operators about complex conjugates that are composed of others and differentiated through them.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class ConjugateComposites {
  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public ConjugateComposites(Aten aten) {
    this.aten = aten;
  }

  /** Returns a view of the complex conjugates, or a real tensor itself. */
  public Tensor conj(Tensor self) {
    return self.dtype().isComplex() ? aten._conj(self) : self;
  }

  /** Returns a copy with the complex conjugates, or a real tensor itself. */
  public Tensor conjPhysical(Tensor self) {
    return self.dtype().isComplex() ? aten._conjPhysical(self) : self;
  }

  /** Returns the tensor itself, or a copy if its memory contains the conjugates. */
  public Tensor resolveConj(Tensor self) {
    return resolved(self, DispatchKey.CONJUGATE);
  }

  /** Returns the tensor itself, or a copy if its memory contains the elements negated. */
  public Tensor resolveNeg(Tensor self) {
    return resolved(self, DispatchKey.NEGATIVE);
  }

  private Tensor resolved(Tensor self, DispatchKey bit) {
    return self.has(bit) ? aten.clone(self, MemoryFormat.PRESERVE) : self;
  }

  /**
   * Exchanges the last two dimensions and conjugates; a number is only conjugated.
   *
   * @throws ShapeMismatch if the tensor is a vector
   */
  public Tensor matrixAdjoint(Tensor self) {
    return adjoint("mH", self);
  }

  /**
   * Exchanges the last two dimensions and conjugates; a number is only conjugated.
   *
   * @throws ShapeMismatch if the tensor is a vector
   */
  public Tensor adjoint(Tensor self) {
    return adjoint("adjoint", self);
  }

  private Tensor adjoint(String operator, Tensor self) {
    if (self.rank() == 1) {
      throw new ShapeMismatch(operator, "expected matrices, found a vector", self.sizes());
    }
    return conj(self.rank() == 0 ? self : aten.transpose(self, -2, -1));
  }
}
