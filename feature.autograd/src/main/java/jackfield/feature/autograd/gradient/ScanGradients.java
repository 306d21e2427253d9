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
  private final ProductGradients products;

  public ScanGradients(KernelRegistrar kernels) {
    this.aten = Aten.of(kernels);
    this.conjugates = new Conjugates(kernels);
    this.products = new ProductGradients(kernels);
  }

  /** Adds up the gradients from the end. */
  public Tensor cumsum(Tensor grad, long dim) {
    long[] dims = {dim};
    return grad.rank() == 0 ? grad : aten.flip(aten.cumsum(aten.flip(grad, dims), dim), dims);
  }

  /** Without zeros, the derivative of a product by a factor is the product divided by it. */
  public Tensor cumprod(Tensor grad, Tensor self, Tensor result, long dim) {
    if (self.rank() == 0 || self.elementCount() == 0) {
      return grad;
    }
    int along = Dimensions.wrapped(dim, self.rank());
    Tensor factors = conjugates.of(self);
    if (products.hasZero(self)) {
      return withZeros(grad, factors, along);
    }
    return aten.div(cumsum(aten.mul(conjugates.of(result), grad), along), factors);
  }

  private Tensor withZeros(Tensor grad, Tensor factors, int dim) {
    long size = factors.size(dim);
    Tensor[] all = new Tensor[Math.toIntExact(size)];
    for (int k = 0; k < size; k++) {
      Tensor others = others(factors, dim, k);
      Tensor gradients = aten.narrow(grad, dim, k, size - k);
      all[k] = aten.sum(aten.mul(gradients, others), new long[] {dim}, true, null);
    }
    return aten.cat(all, dim);
  }

  /** Returns the products of all factors up to each position from k on, leaving out factor k. */
  private Tensor others(Tensor factors, int dim, int k) {
    long rest = factors.size(dim) - k - 1;
    Tensor before = aten.prod(aten.narrow(factors, dim, 0, k), dim, true, null);
    Tensor after = aten.cumprod(aten.narrow(factors, dim, k + 1, rest), dim);
    return aten.cat(new Tensor[] {before, aten.mul(before, after)}, dim);
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
