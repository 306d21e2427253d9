package jackfield.feature.autograd.gradient;

import jackfield.aten.Aten;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/** Functions for the formulas of operators whose result depends on all elements up to it. */
public final class ScanGradients {
  private static final double LARGEST_HALF = 65504;

  private final Aten aten;
  private final Conjugates conjugates;

  public ScanGradients(KernelRegistrar kernels) {
    this.aten = Aten.of(kernels);
    this.conjugates = new Conjugates(kernels);
  }

  /** Adds up the gradients from the end. */
  public Tensor cumsum(Tensor grad, long dim) {
    long[] dims = {dim};
    return grad.rank() == 0 ? grad : aten.flip(aten.cumsum(aten.flip(grad, dims), dim), dims);
  }

  /**
   * The gradient is the sum of g e^(x − result) from the position on. It is computed with
   * logarithms, apart for positive and negative gradients, so that no power overflows.
   */
  public Tensor logcumsumexp(Tensor grad, Tensor self, Tensor result, long dim) {
    if (self.rank() == 0 || self.elementCount() == 0) {
      return grad;
    }
    if (grad.dtype().isComplex()) {
      Tensor logarithms = aten.log(conjugates.of(grad));
      return conjugates.of(share(logarithms, self, result, dim));
    }
    Tensor positive = share(logarithms(grad), self, result, dim);
    Tensor negative = share(logarithms(aten.neg(grad)), self, result, dim);
    return aten.sub(positive, negative);
  }

  private Tensor share(Tensor logarithms, Tensor self, Tensor result, long dim) {
    long[] dims = {dim};
    Tensor turned = aten.flip(aten.sub(logarithms, result), dims);
    return aten.exp(aten.add(aten.flip(aten.logcumsumexp(turned, dim), dims), self));
  }

  /** Returns logarithms; the least number for what is not positive. */
  private Tensor logarithms(Tensor grad) {
    Tensor isPositive = aten.gt(grad, Scalar.ZERO);
    Tensor safe = aten.where(isPositive, grad, Scalar.of(1.0));
    return aten.where(isPositive, aten.log(safe), Scalar.of(least(grad.dtype())));
  }

  private static double least(DType type) {
    return switch (type) {
      case FLOAT64 -> -Double.MAX_VALUE;
      case FLOAT16 -> -LARGEST_HALF;
      case BFLOAT16 -> -1e38;
      default -> -Float.MAX_VALUE;
    };
  }
}
