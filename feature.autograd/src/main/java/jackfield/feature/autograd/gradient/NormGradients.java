package jackfield.feature.autograd.gradient;

import jackfield.aten.Aten;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/** Functions for the formulas of norms; 0 where a norm has no derivative. */
public final class NormGradients {
  private static final Scalar NO_NUMBER = Scalar.of(0.0);

  private final Aten aten;
  private final ReductionGradients reductions;

  public NormGradients(KernelRegistrar kernels) {
    this.aten = Aten.of(kernels);
    this.reductions = new ReductionGradients(kernels);
  }

  /** Returns the gradient of a norm; null for the number of elements that are not 0. */
  public Tensor vector(
      Tensor grad, Tensor self, Scalar ord, Tensor result, long[] dim, boolean keepdim) {
    double power = ord.toDouble();
    if (power == 0) {
      return null;
    }
    int rank = self.rank();
    Tensor each = keepdim ? grad : reductions.restored(grad, rank, dim);
    Tensor norm = keepdim ? result : reductions.restored(result, rank, dim);
    if (power == 1) {
      return aten.mul(sign(self), each);
    }
    if (Double.isInfinite(power)) {
      return extreme(each, self, norm, dim);
    }
    return power == 2
        ? aten.mul(each, without(aten.div(self, norm), norm))
        : root(each, self, norm, power);
  }

  private Tensor root(Tensor grad, Tensor self, Tensor norm, double power) {
    Tensor size = absolute(self);
    if (power < 1) {
      Tensor scaled = without(aten.mul(sign(self), raised(size, power - 1)), self);
      return aten.mul(aten.mul(scaled, grad), raised(norm, 1 - power));
    }
    Tensor scaled =
        power < 2
            ? aten.mul(sign(self), raised(size, power - 1))
            : aten.mul(self, raised(size, power - 2));
    return aten.mul(scaled, without(aten.div(grad, raised(norm, power - 1)), norm));
  }

  private Tensor extreme(Tensor grad, Tensor self, Tensor norm, long[] dim) {
    Tensor isExtreme = aten.eq(absolute(self), norm);
    Tensor count = aten.sum(isExtreme, dim, true, null);
    return aten.mul(aten.mul(aten.div(sign(self), count), isExtreme), grad);
  }

  private Tensor raised(Tensor base, double power) {
    return aten.pow(base, Scalar.of(power));
  }

  /** Returns {@code value}, with 0 where {@code divisor} is 0. */
  private Tensor without(Tensor value, Tensor divisor) {
    return aten.where(aten.eq(divisor, Scalar.ZERO), NO_NUMBER, value);
  }

  private Tensor absolute(Tensor self) {
    if (self.dtype().isComplex()) {
      Scalar largest = Scalar.of(Double.POSITIVE_INFINITY);
      return aten.linalgVectorNorm(aten.unsqueeze(self, -1), largest, new long[] {-1}, false, null);
    }
    return aten.mul(self, aten.sign(self));
  }

  private Tensor sign(Tensor self) {
    return self.dtype().isComplex()
        ? without(aten.div(self, absolute(self)), self)
        : aten.sign(self);
  }
}
