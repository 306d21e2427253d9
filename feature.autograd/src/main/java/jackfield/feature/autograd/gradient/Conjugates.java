package jackfield.feature.autograd.gradient;

import jackfield.aten.Real;
import jackfield.aten._Conj;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/**
 * Complex conjugates in formulas. The gradient with respect to a complex number is that of a real
 * loss with respect to the number's conjugate. So the gradient through a holomorphic function is
 * the incoming gradient times the conjugate of the function's derivative.
 *
 * <p>The gradient with respect to a real number is real: the real part of what that product gives.
 * Formulas of operators that take real and complex tensors together say so ({@link #realIf}). The
 * engine refuses a complex gradient of a real tensor.
 */
public final class Conjugates {
  private final _Conj conj;
  private final Real real;

  public Conjugates(KernelRegistrar kernels) {
    this.conj = kernels.operator(_Conj.TYPE);
    this.real = kernels.operator(Real.TYPE);
  }

  /** Returns a view of the conjugates, or a real tensor itself, without a call. */
  public Tensor of(Tensor self) {
    return self.dtype().isComplex() ? conj.call(self) : self;
  }

  /**
   * Returns the real parts of the gradient of a tensor of a real type, else the gradient itself.
   *
   * @param dtype the type of the tensor; null if unknown
   */
  public Tensor realIf(DType dtype, Tensor grad) {
    boolean isReal = dtype != null && !dtype.isComplex();
    return isReal && grad.dtype().isComplex() ? real.call(grad) : grad;
  }

  /** Returns the conjugate of a number. */
  static Scalar of(Scalar number) {
    return number.type() == DType.COMPLEX128
        ? Scalar.of(number.toDouble(), -number.imaginary())
        : number;
  }
}
