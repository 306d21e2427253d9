package jackfield.feature.autograd.gradient;

import jackfield.aten.Permute;
import jackfield.aten.SliceBackward;
import jackfield.aten.Unsqueeze;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.Tensor;

/** Functions for the formulas of operators that change the dimensions. */
public final class ViewGradients {
  private final Permute permute;
  private final Unsqueeze unsqueeze;
  private final SliceBackward sliceBackward;

  public ViewGradients(KernelRegistrar kernels) {
    this.permute = kernels.operator(Permute.TYPE);
    this.unsqueeze = kernels.operator(Unsqueeze.TYPE);
    this.sliceBackward = kernels.operator(SliceBackward.TYPE);
  }

  /**
   * Returns zeros with the gradient of a slice at the slice; without {@code end} the slice ends
   * where the tensor ends.
   */
  public Tensor slice(Tensor grad, long[] sizes, long dim, Long start, Long end, long step) {
    return sliceBackward.call(
        grad, sizes, dim, start == null ? 0 : start, end == null ? Long.MAX_VALUE : end, step);
  }

  /** Restores the order of the dimensions. */
  public Tensor permute(Tensor grad, long[] dims) {
    long[] back = new long[dims.length];
    for (int i = 0; i < dims.length; i++) {
      back[Dimensions.wrapped(dims[i], dims.length)] = i;
    }
    return permute.call(grad, back);
  }

  /** Restores all dimensions of size 1. */
  public Tensor unsqueezeAll(Tensor grad, long[] sizes) {
    Tensor restored = grad;
    for (int dim = 0; dim < sizes.length; dim++) {
      restored = sizes[dim] == 1 ? unsqueeze.call(restored, dim) : restored;
    }
    return restored;
  }

  /** Restores those of the dimensions {@code dims} that have size 1. */
  public Tensor unsqueezeSome(Tensor grad, long[] dims, long[] sizes) {
    boolean[] squeezed = new boolean[sizes.length];
    for (long each : dims) {
      if (sizes.length > 0) {
        squeezed[Dimensions.wrapped(each, sizes.length)] = true;
      }
    }
    Tensor restored = grad;
    for (int dim = 0; dim < sizes.length; dim++) {
      restored = squeezed[dim] && sizes[dim] == 1 ? unsqueeze.call(restored, dim) : restored;
    }
    return restored;
  }
}
