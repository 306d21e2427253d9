package jackfield.feature.autograd.gradient.layer;

import jackfield.aten.AddScalar;
import jackfield.aten.EqScalar;
import jackfield.aten.MaskedFillScalar;
import jackfield.aten.PowTensorScalar;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/** The reciprocal standard deviations of normalizations, as functions of the variances. */
final class ReciprocalDeviations {
  private final AddScalar add;
  private final PowTensorScalar pow;
  private final EqScalar eq;
  private final MaskedFillScalar fill;

  ReciprocalDeviations(KernelRegistrar kernels) {
    this.add = kernels.operator(AddScalar.TYPE);
    this.pow = kernels.operator(PowTensorScalar.TYPE);
    this.eq = kernels.operator(EqScalar.TYPE);
    this.fill = kernels.operator(MaskedFillScalar.TYPE);
  }

  /** Returns (variance + eps)^-½. */
  Tensor of(Tensor variance, double eps) {
    return pow.call(add.call(variance, Scalar.of(eps), Scalar.ONE), Scalar.of(-0.5));
  }

  /**
   * Returns the numbers for channels of a batch. They are 0, and so are all their derivatives, if
   * both the variance and eps are 0: PyTorch defines it so.
   */
  Tensor ofBatch(Tensor variance, double eps) {
    if (eps != 0) {
      return of(variance, eps);
    }
    Tensor isConstant = eq.call(variance, Scalar.ZERO);
    Tensor positive = fill.call(variance, isConstant, Scalar.ONE);
    return fill.call(of(positive, 0), isConstant, Scalar.ZERO);
  }
}
