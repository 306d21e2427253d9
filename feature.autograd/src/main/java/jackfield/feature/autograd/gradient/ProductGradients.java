package jackfield.feature.autograd.gradient;

import jackfield.aten.Aten;
import jackfield.memory.Device;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/** Functions for the formulas of products, logarithms of sums, and elements that are chosen. */
public final class ProductGradients {
  private static final long[] WHOLE = null;

  private final Aten aten;
  private final ReductionGradients reductions;
  private final Conjugates conjugates;

  public ProductGradients(KernelRegistrar kernels) {
    this.aten = Aten.of(kernels);
    this.reductions = new ReductionGradients(kernels);
    this.conjugates = new Conjugates(kernels);
  }

  /** Each element's gradient is the product of the others. */
  public Tensor prod(Tensor grad, Tensor self, Tensor result) {
    if (self.rank() == 0 || self.elementCount() == 0) {
      return aten.clone(aten.expand(grad, self.sizes(), false));
    }
    if (!hasZero(self)) {
      return aten.mul(grad, conjugates.of(aten.div(result, self)));
    }
    Tensor others = aten.view(others(aten.reshape(self, new long[] {-1}), 0), self.sizes());
    return aten.mul(grad, conjugates.of(others));
  }

  /** Each element's gradient is the product of the others along the dimension. */
  public Tensor prodAlong(Tensor grad, Tensor self, Tensor result, long dim, boolean keepdim) {
    if (self.rank() == 0) {
      return grad;
    }
    long[] dims = {dim};
    Tensor each = keepdim ? grad : reductions.restored(grad, self.rank(), dims);
    if (self.elementCount() == 0 || hasZero(self)) {
      return aten.mul(each, conjugates.of(others(self, Dimensions.wrapped(dim, self.rank()))));
    }
    Tensor product = keepdim ? result : reductions.restored(result, self.rank(), dims);
    return aten.mul(each, conjugates.of(aten.div(product, self)));
  }

  /** Returns whether an element is 0; false for a tensor without memory. */
  private boolean hasZero(Tensor self) {
    return hasMemory(self) && aten.isNonzero(aten.any(aten.eq(aten.detach(self), Scalar.ZERO)));
  }

  private static boolean hasMemory(Tensor tensor) {
    return !tensor.device().equals(Device.META);
  }

  /** Returns the products of the elements before and after each one. */
  private Tensor others(Tensor self, int dim) {
    long size = self.size(dim);
    if (size == 0) {
      return self;
    }
    long[] ones = self.sizes().clone();
    ones[dim] = 1;
    Tensor one = aten.newOnes(self, ones);
    Tensor before =
        aten.cat(new Tensor[] {one, aten.narrow(aten.cumprod(self, dim), dim, 0, size - 1)}, dim);
    long[] dims = {dim};
    Tensor turned = aten.cumprod(aten.flip(self, dims), dim);
    Tensor after =
        aten.flip(aten.cat(new Tensor[] {one, aten.narrow(turned, dim, 0, size - 1)}, dim), dims);
    return aten.mul(before, after);
  }

  /** The gradient of an element is its share of the sum. */
  public Tensor logsumexp(Tensor grad, Tensor self, Tensor result, long[] dim, boolean keepdim) {
    Tensor each = keepdim ? grad : reductions.restored(grad, self.rank(), dim);
    Tensor total = keepdim ? result : reductions.restored(result, self.rank(), dim);
    return aten.mul(each, conjugates.of(aten.exp(aten.sub(self, total))));
  }

  /** Distributes the gradient evenly among the elements that equal the value. */
  public Tensor distributed(Tensor grad, Tensor self, Tensor value) {
    boolean isNan = hasMemory(value) && Double.isNaN(aten.item(value).toDouble());
    Tensor mask =
        isNan ? aten.eq(aten.eq(self, self), Scalar.of(false)) : aten.eq(self, aten.detach(value));
    Tensor count = aten.sum(mask, WHOLE, false, null);
    return aten.mul(mask, aten.div(grad, count));
  }
}
