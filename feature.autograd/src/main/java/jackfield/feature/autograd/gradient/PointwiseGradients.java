package jackfield.feature.autograd.gradient;

import jackfield.aten.DivTensor;
import jackfield.aten.MulScalar;
import jackfield.aten.MulTensor;
import jackfield.aten.Neg;
import jackfield.aten.PowTensorScalar;
import jackfield.aten.ZerosLike;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/** Functions for the formulas of elementwise operators. */
public final class PointwiseGradients {
  private final MulTensor mul;
  private final MulScalar mulScalar;
  private final DivTensor div;
  private final Neg neg;
  private final PowTensorScalar pow;
  private final ZerosLike zerosLike;
  private final Conjugates conjugates;

  public PointwiseGradients(KernelRegistrar kernels) {
    this.mul = kernels.operator(MulTensor.TYPE);
    this.mulScalar = kernels.operator(MulScalar.TYPE);
    this.div = kernels.operator(DivTensor.TYPE);
    this.neg = kernels.operator(Neg.TYPE);
    this.pow = kernels.operator(PowTensorScalar.TYPE);
    this.zerosLike = kernels.operator(ZerosLike.TYPE);
    this.conjugates = new Conjugates(kernels);
  }

  /** Multiplies by the conjugate of the factor, unless that is 1. */
  public Tensor maybeMultiply(Tensor grad, Scalar factor) {
    return factor.is(1) ? grad : mulScalar.call(grad, Conjugates.of(factor));
  }

  /** Differentiates a power with a fixed exponent. */
  public Tensor pow(Tensor grad, Tensor self, Scalar exponent) {
    if (exponent.is(0)) {
      return zeros(grad);
    }
    Tensor power = pow.call(self, minusOne(exponent));
    return mul.call(grad, conjugates.of(mulScalar.call(power, exponent)));
  }

  private static Scalar minusOne(Scalar exponent) {
    return switch (exponent.type()) {
      case COMPLEX128 -> Scalar.of(exponent.toDouble() - 1, exponent.imaginary());
      case FLOAT64 -> Scalar.of(exponent.toDouble() - 1);
      default -> Scalar.of(exponent.toLong() - 1);
    };
  }

  /**
   * Differentiates a division with respect to its dividend; a rounded quotient has the derivative
   * 0.
   */
  public Tensor divModeSelf(Tensor grad, Tensor other, String roundingMode) {
    return roundingMode == null ? div.call(grad, conjugates.of(other)) : zeros(grad);
  }

  /** Differentiates a division with respect to its divisor. */
  public Tensor divModeOther(Tensor grad, Tensor self, Tensor other, String roundingMode) {
    if (roundingMode != null) {
      return zeros(grad);
    }
    Tensor slope = div.call(div.call(self, other), other);
    return mul.call(neg.call(grad), conjugates.of(slope));
  }

  private Tensor zeros(Tensor grad) {
    return zerosLike.call(grad, null, null, null, null, null);
  }

  /** Returns the factor of the elements that a dropout keeps; 0 if none is. */
  public static Scalar dropoutScale(double p, Boolean train) {
    boolean isOff = Boolean.FALSE.equals(train);
    return Scalar.of(isOff ? 1.0 : p == 1 ? 0.0 : 1 / (1 - p));
  }
}
