package jackfield.feature.autograd.gradient;

import jackfield.aten.Abs;
import jackfield.aten.DivTensor;
import jackfield.aten.EqScalar;
import jackfield.aten.GeScalar;
import jackfield.aten.Log;
import jackfield.aten.LogicalAnd;
import jackfield.aten.MaskedFillScalar;
import jackfield.aten.MulTensor;
import jackfield.aten.PowTensorTensor;
import jackfield.aten.Real;
import jackfield.aten.Sign;
import jackfield.aten.SubScalar;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/** Functions for the formulas of absolute values and of powers with an exponent that varies. */
public final class ArithmeticGradients {
  private final Abs abs;
  private final Sign sign;
  private final MulTensor mul;
  private final DivTensor div;
  private final SubScalar sub;
  private final PowTensorTensor pow;
  private final Log log;
  private final Real real;
  private final EqScalar eq;
  private final GeScalar ge;
  private final LogicalAnd and;
  private final MaskedFillScalar maskedFill;
  private final Conjugates conjugates;

  public ArithmeticGradients(KernelRegistrar kernels) {
    this.abs = kernels.operator(Abs.TYPE);
    this.sign = kernels.operator(Sign.TYPE);
    this.mul = kernels.operator(MulTensor.TYPE);
    this.div = kernels.operator(DivTensor.TYPE);
    this.sub = kernels.operator(SubScalar.TYPE);
    this.pow = kernels.operator(PowTensorTensor.TYPE);
    this.log = kernels.operator(Log.TYPE);
    this.real = kernels.operator(Real.TYPE);
    this.eq = kernels.operator(EqScalar.TYPE);
    this.ge = kernels.operator(GeScalar.TYPE);
    this.and = kernels.operator(LogicalAnd.TYPE);
    this.maskedFill = kernels.operator(MaskedFillScalar.TYPE);
    this.conjugates = new Conjugates(kernels);
  }

  /** Differentiates an absolute value: multiplies by the direction of self, by 0 where it is 0. */
  public Tensor abs(Tensor grad, Tensor self) {
    if (!self.dtype().isComplex()) {
      return mul.call(grad, sign.call(self));
    }
    Tensor direction = div.call(self, abs.call(self));
    return mul.call(grad, zeroWhere(isZero(self), direction));
  }

  /** Differentiates a power with respect to its base; by 0 where the exponent is 0. */
  public Tensor powSelf(Tensor grad, Tensor self, Tensor exponent) {
    Tensor power = pow.call(self, sub.call(exponent, Scalar.ONE, Scalar.ONE));
    Tensor slope = mul.call(grad, conjugates.of(mul.call(exponent, power)));
    return zeroWhere(isZero(exponent), slope);
  }

  /**
   * Differentiates a power with respect to its exponent; by 0 where the base is 0 and the exponent
   * not negative.
   */
  public Tensor powExponent(Tensor grad, Tensor self, Tensor exponent, Tensor result) {
    Tensor part = exponent.dtype().isComplex() ? real.call(exponent) : exponent;
    Tensor isFlat = and.call(isZero(self), ge.call(part, Scalar.ZERO));
    Tensor slope = conjugates.of(mul.call(result, log.call(self)));
    return mul.call(grad, zeroWhere(isFlat, slope));
  }

  private Tensor isZero(Tensor self) {
    return eq.call(self, Scalar.ZERO);
  }

  private Tensor zeroWhere(Tensor mask, Tensor self) {
    return maskedFill.call(self, mask, Scalar.ZERO);
  }
}
