package jackfield.feature.autograd.gradient;

import jackfield.aten.AddTensor;
import jackfield.aten.DivScalar;
import jackfield.aten.DivTensor;
import jackfield.aten.EqTensor;
import jackfield.aten.Expand;
import jackfield.aten.MulTensor;
import jackfield.aten.SumDimIntList;
import jackfield.aten.Unsqueeze;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/** Functions for the formulas of reductions. */
public final class ReductionGradients {
  private final AddTensor add;
  private final Expand expand;
  private final Unsqueeze unsqueeze;
  private final DivScalar divScalar;
  private final DivTensor div;
  private final MulTensor mul;
  private final EqTensor eq;
  private final SumDimIntList sum;

  public ReductionGradients(KernelRegistrar kernels) {
    this.add = kernels.operator(AddTensor.TYPE);
    this.expand = kernels.operator(Expand.TYPE);
    this.unsqueeze = kernels.operator(Unsqueeze.TYPE);
    this.divScalar = kernels.operator(DivScalar.TYPE);
    this.div = kernels.operator(DivTensor.TYPE);
    this.mul = kernels.operator(MulTensor.TYPE);
    this.eq = kernels.operator(EqTensor.TYPE);
    this.sum = kernels.operator(SumDimIntList.TYPE);
  }

  /** Expands the gradient of a sum to the summed elements. */
  public Tensor sum(Tensor grad, long[] sizes, long[] dim, boolean keepdim) {
    return expand.call(keepdim ? grad : restored(grad, sizes.length, dim), sizes, false);
  }

  /** Expands the gradient of a mean to the averaged elements. */
  public Tensor mean(Tensor grad, long[] sizes, long[] dim, boolean keepdim) {
    return divScalar.call(sum(grad, sizes, dim, keepdim), Scalar.of(count(sizes, dim)));
  }

  /** Returns how many elements are reduced to one. */
  static long count(long[] sizes, long[] dim) {
    long count = 1;
    boolean[] reduced = reduced(sizes.length, dim);
    for (int i = 0; i < sizes.length; i++) {
      count *= reduced[i] ? sizes[i] : 1;
    }
    return count;
  }

  /** Distributes the gradient of an extreme value evenly among the elements that equal it. */
  public Tensor extreme(Tensor grad, Tensor self, Tensor result, long[] dim, boolean keepdim) {
    int rank = self.rank();
    Tensor value = keepdim ? result : restored(result, rank, dim);
    Tensor gradient = keepdim ? grad : restored(grad, rank, dim);
    Tensor mask = eq.call(value, self);
    Tensor count = sum.call(mask, dim, true, (DType) null);
    return div.call(mul.call(gradient, mask), count);
  }

  /** Adds up what the gradients of minima and maxima give; one of the two may be null. */
  public Tensor extremes(
      Tensor gradMin,
      Tensor gradMax,
      Tensor self,
      Tensor min,
      Tensor max,
      Long dim,
      boolean keepdim) {
    long[] dims = dim == null ? new long[0] : new long[] {dim};
    if (gradMax == null) {
      return extreme(gradMin, self, min, dims, keepdim);
    }
    Tensor ofMax = extreme(gradMax, self, max, dims, keepdim);
    return gradMin == null
        ? ofMax
        : add.call(extreme(gradMin, self, min, dims, keepdim), ofMax, Scalar.ONE);
  }

  /**
   * Inserts dimensions of size 1 for the reduced dimensions {@code dim}, or for all dimensions if
   * it is empty.
   */
  Tensor restored(Tensor tensor, int rank, long[] dim) {
    Tensor restored = tensor;
    boolean[] reduced = reduced(rank, dim);
    for (int i = 0; i < rank; i++) {
      if (reduced[i]) {
        restored = unsqueeze.call(restored, i);
      }
    }
    return restored;
  }

  private static boolean[] reduced(int rank, long[] dim) {
    boolean[] reduced = new boolean[rank];
    if (dim == null || dim.length == 0) {
      Arrays.fill(reduced, true);
      return reduced;
    }
    for (long each : dim) {
      if (rank > 0) {
        reduced[Dimensions.wrapped(each, rank)] = true;
      }
    }
    return reduced;
  }
}
