package jackfield.feature.autograd.gradient;

import jackfield.aten.DivTensor;
import jackfield.aten.MulScalar;
import jackfield.aten.MulTensor;
import jackfield.aten.Neg;
import jackfield.aten.PowTensorScalar;
import jackfield.aten.ZerosLike;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.AutogradMisuse;
import jackfield.tensor.DType;
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

  public PointwiseGradients(KernelRegistrar kernels) {
    this.mul = kernels.operator(MulTensor.TYPE);
    this.mulScalar = kernels.operator(MulScalar.TYPE);
    this.div = kernels.operator(DivTensor.TYPE);
    this.neg = kernels.operator(Neg.TYPE);
    this.pow = kernels.operator(PowTensorScalar.TYPE);
    this.zerosLike = kernels.operator(ZerosLike.TYPE);
  }

  /** Multiplies, unless the factor is the integer or float 1. */
  public Tensor maybeMultiply(Tensor grad, Scalar factor) {
    return factor.is(1) ? grad : mulScalar.call(grad, factor);
  }

  /**
   * Returns the complex conjugate, which is the tensor itself if it is real.
   *
   * @throws AutogradMisuse if the tensor is complex, as the operators for complex conjugates are
   *     missing
   */
  public static Tensor conjugate(Tensor self) {
    if (self.dtype().isComplex()) {
      throw new AutogradMisuse(
          AutogradMisuse.Kind.NOT_DIFFERENTIABLE,
          "gradients of complex tensors are not available, found " + self.summary());
    }
    return self;
  }

  /** Differentiates a power with a fixed exponent. */
  public Tensor pow(Tensor grad, Tensor self, Scalar exponent) {
    if (exponent.is(0)) {
      return zeros(grad);
    }
    Tensor power = pow.call(self, minusOne(exponent));
    return mul.call(grad, conjugate(mulScalar.call(power, exponent)));
  }

  private static Scalar minusOne(Scalar exponent) {
    return exponent.type() == DType.FLOAT64
        ? Scalar.of(exponent.toDouble() - 1)
        : Scalar.of(exponent.toLong() - 1);
  }

  /**
   * Differentiates a division with respect to its dividend; a rounded quotient has the derivative
   * 0.
   */
  public Tensor divModeSelf(Tensor grad, Tensor other, String roundingMode) {
    return roundingMode == null ? div.call(grad, conjugate(other)) : zeros(grad);
  }

  /** Differentiates a division with respect to its divisor. */
  public Tensor divModeOther(Tensor grad, Tensor self, Tensor other, String roundingMode) {
    if (roundingMode != null) {
      return zeros(grad);
    }
    Tensor slope = div.call(div.call(self, other), other);
    return mul.call(neg.call(grad), conjugate(slope));
  }

  private Tensor zeros(Tensor grad) {
    return zerosLike.call(grad, null, null, null, null, null);
  }
}
