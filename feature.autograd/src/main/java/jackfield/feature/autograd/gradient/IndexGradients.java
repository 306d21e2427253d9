package jackfield.feature.autograd.gradient;

import jackfield.aten.Arange;
import jackfield.aten.Expand;
import jackfield.aten.IndexPut;
import jackfield.aten.NewZeros;
import jackfield.aten.Unsqueeze;
import jackfield.aten.View;
import jackfield.aten.kernel.Broadcast;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/** Functions for the formulas of operators that read or write elements at given indexes. */
public final class IndexGradients {
  private static final long[] ONE = {1};
  private static final long[] NO_DIMENSIONS = {};

  private final Arange arange;
  private final NewZeros newZeros;
  private final IndexPut indexPut;
  private final Expand expand;
  private final Unsqueeze unsqueeze;
  private final View view;

  public IndexGradients(KernelRegistrar kernels) {
    this.arange = kernels.operator(Arange.TYPE);
    this.newZeros = kernels.operator(NewZeros.TYPE);
    this.indexPut = kernels.operator(IndexPut.TYPE);
    this.expand = kernels.operator(Expand.TYPE);
    this.unsqueeze = kernels.operator(Unsqueeze.TYPE);
    this.view = kernels.operator(View.TYPE);
  }

  /** Adds the gradients of the elements that were read to zeros of the given sizes. */
  public Tensor read(Tensor grad, long[] sizes, Tensor[] indices) {
    return indexPut.call(zeros(grad, sizes), indices, grad, true);
  }

  /** Returns the gradient of the tensor that was written; 0 where elements were replaced. */
  public Tensor overwritten(Tensor grad, Tensor[] indices, boolean accumulate) {
    return accumulate ? grad : indexPut.call(grad, indices, zeros(grad, NO_DIMENSIONS), false);
  }

  /** Returns the gradients of selected elements at their positions, broadcast with the mask. */
  public Tensor selected(Tensor grad, long[] sizes, Tensor mask) {
    long[] common = Broadcast.sizes("masked_select", sizes, mask.sizes());
    long[] shape = common.length == 0 ? ONE : common;
    Tensor[] masks = {expand.call(mask, shape, false)};
    return view.call(indexPut.call(zeros(grad, shape), masks, grad, false), common);
  }

  /** Returns zeros of the given sizes with the gradients at their positions along a dimension. */
  public Tensor along(Tensor grad, long dim, Tensor indices, long[] sizes) {
    if (sizes.length == 0) {
      return grad;
    }
    int along = Dimensions.wrapped(dim, sizes.length);
    Tensor[] all = new Tensor[sizes.length];
    for (int other = 0; other < all.length; other++) {
      all[other] = other == along ? indices : counted(sizes, other, indices);
    }
    return indexPut.call(zeros(grad, sizes), all, grad, false);
  }

  /** Returns what {@link #along} does for one element along the dimension, which may be removed. */
  public Tensor reduced(Tensor grad, long dim, Tensor indices, long[] sizes, boolean keepdim) {
    return keepdim || sizes.length == 0
        ? along(grad, dim, indices, sizes)
        : along(unsqueeze.call(grad, dim), dim, unsqueeze.call(indices, dim), sizes);
  }

  /** Returns 0, 1, 2, … along a dimension, for broadcasting with the others. */
  private Tensor counted(long[] sizes, int dim, Tensor like) {
    long[] shape = new long[sizes.length];
    Arrays.fill(shape, 1);
    shape[dim] = sizes[dim];
    Tensor numbers = arange.call(Scalar.of(sizes[dim]), DType.INT64, null, like.device(), null);
    return view.call(numbers, shape);
  }

  private Tensor zeros(Tensor like, long[] sizes) {
    return newZeros.call(like, sizes, null, null, null, null);
  }
}
