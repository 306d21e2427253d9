package jackfield.feature.autograd.gradient;

import jackfield.aten.Aten;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/** Functions for the formulas of operators that write values at positions along a dimension. */
public final class ScatterGradients {
  private static final Scalar ONE = Scalar.of(1.0);
  private static final long[] NO_DIMENSIONS = {};

  private final Aten aten;

  public ScatterGradients(KernelRegistrar kernels) {
    this.aten = Aten.of(kernels);
  }

  /** Returns the gradient of the tensor whose elements the values are combined with. */
  public Tensor self(
      Tensor grad,
      Tensor self,
      long dim,
      Tensor index,
      Tensor src,
      String reduce,
      boolean includeSelf,
      Tensor result) {
    Tensor gradient =
        switch (reduce) {
          case "sum" -> grad;
          case "prod" -> productSelf(grad, self, dim, index, src, includeSelf);
          case "mean" -> aten.div(grad, counts(grad, dim, index, src, includeSelf));
          default ->
              aten.mul(alike(self, result), distributed(grad, self, dim, index, src, result));
        };
    return includeSelf ? gradient : aten.scatter(gradient, dim, index, Scalar.ZERO);
  }

  /** Returns the gradient of the values. */
  public Tensor source(
      Tensor grad,
      Tensor self,
      long dim,
      Tensor index,
      Tensor src,
      String reduce,
      boolean includeSelf,
      Tensor result) {
    return switch (reduce) {
      case "sum" -> gathered(grad, dim, index);
      case "prod" -> productSource(grad, self, dim, index, src, includeSelf, result);
      case "mean" ->
          gathered(aten.div(grad, counts(grad, dim, index, src, includeSelf)), dim, index);
      default ->
          aten.mul(
              alike(src, gathered(result, dim, index)),
              gathered(distributed(grad, self, dim, index, src, result), dim, index));
    };
  }

  private Tensor gathered(Tensor tensor, long dim, Tensor index) {
    return aten.gather(tensor, dim, index, false);
  }

  /** Returns the gradient of the number that slices were filled with, each of them once. */
  public Tensor filled(Tensor grad, long dim, Tensor index) {
    Tensor none = aten.newZeros(grad, grad.sizes(), DType.BOOL);
    Tensor places = aten.indexFill(none, dim, index, Scalar.ONE);
    return aten.sum(aten.where(places, grad, Scalar.ZERO));
  }

  /** Returns 1 where elements are equal, else 0. */
  private Tensor alike(Tensor left, Tensor right) {
    return aten.to(aten.eq(left, right), left.dtype());
  }

  private Tensor counts(Tensor grad, long dim, Tensor index, Tensor src, boolean includeSelf) {
    Tensor first = aten.fullLike(grad, includeSelf ? ONE : Scalar.of(0.0));
    Tensor counts = aten.scatterAdd(first, dim, index, aten.onesLike(src));
    return aten.where(aten.eq(counts, Scalar.ZERO), ONE, counts);
  }

  /** Distributes the gradient evenly among the elements and values that equal the result. */
  private Tensor distributed(
      Tensor grad, Tensor self, long dim, Tensor index, Tensor src, Tensor result) {
    Tensor values = alike(src, gathered(result, dim, index));
    return aten.div(grad, aten.scatterAdd(alike(self, result), dim, index, values));
  }

  private Tensor productSelf(
      Tensor grad, Tensor self, long dim, Tensor index, Tensor src, boolean includeSelf) {
    Tensor factors = aten.where(aten.eq(self, Scalar.ZERO), ONE, self);
    Tensor products = aten.scatterReduce(factors, dim, index, src, "prod", includeSelf);
    return aten.div(aten.mul(grad, products), factors);
  }

  private Tensor productSource(
      Tensor grad,
      Tensor self,
      long dim,
      Tensor index,
      Tensor src,
      boolean includeSelf,
      Tensor result) {
    Tensor isZero = aten.eq(src, Scalar.ZERO);
    Tensor zeros = aten.scatterAdd(aten.zerosLike(self), dim, index, aten.to(isZero, self.dtype()));
    Tensor isOnlyZero = aten.mul(isZero, aten.eq(gathered(zeros, dim, index), Scalar.ONE));
    Tensor others =
        aten.scatterReduce(self, dim, index, aten.where(isOnlyZero, ONE, src), "prod", includeSelf);
    Tensor quotients =
        aten.div(gathered(aten.mul(grad, result), dim, index), aten.where(isZero, ONE, src));
    return aten.where(isOnlyZero, gathered(aten.mul(grad, others), dim, index), quotients);
  }

  /** Returns what {@link #self} does, for indexes of slices. */
  public Tensor selfOfSlices(
      Tensor grad,
      Tensor self,
      long dim,
      Tensor index,
      Tensor source,
      String reduce,
      boolean includeSelf,
      Tensor result) {
    Tensor all = expanded(index, dim, source.sizes());
    return self(grad, self, dim, all, source, reduce, includeSelf, result);
  }

  /** Returns what {@link #source} does, for indexes of slices. */
  public Tensor sourceOfSlices(
      Tensor grad,
      Tensor self,
      long dim,
      Tensor index,
      Tensor source,
      String reduce,
      boolean includeSelf,
      Tensor result) {
    Tensor all = expanded(index, dim, source.sizes());
    return source(grad, self, dim, all, source, reduce, includeSelf, result);
  }

  private Tensor expanded(Tensor index, long dim, long[] sizes) {
    long[] shape = new long[sizes.length];
    Arrays.fill(shape, 1);
    if (shape.length > 0) {
      shape[Dimensions.wrapped(dim, shape.length)] = index.elementCount();
    }
    Tensor whole = index.dtype() == DType.INT64 ? index : aten.to(index, DType.INT64);
    return aten.expand(aten.reshape(whole, shape), sizes, false);
  }

  /** Returns the gradients of the slices at some indexes, in the sizes of the source. */
  public Tensor slices(Tensor grad, long dim, Tensor index, long[] sizes) {
    Tensor selected = aten.indexSelect(grad, dim, index);
    return sizes.length == grad.rank() ? selected : aten.reshape(selected, sizes);
  }

  /** Returns the gradient of the tensor that was written; 0 where elements were replaced. */
  public Tensor put(Tensor grad, Tensor index, boolean accumulate) {
    return accumulate ? grad : aten.put(grad, index, aten.newZeros(grad, index.sizes()), false);
  }

  /** Returns the gradients of the elements that were written under a mask, in order. */
  public Tensor masked(Tensor grad, Tensor mask, long[] sizes) {
    Tensor common = aten.expand(mask, grad.sizes(), false);
    Tensor selected = aten.maskedSelect(grad, common);
    long count = 1;
    for (long size : sizes) {
      count *= size;
    }
    long[] missing = {Math.max(count - selected.elementCount(), 0)};
    Tensor all = aten.cat(new Tensor[] {selected, aten.newZeros(grad, missing)}, 0);
    return aten.view(all, sizes.length == 0 ? NO_DIMENSIONS : sizes);
  }
}
