package jackfield.feature.autograd.gradient;

import jackfield.aten.AddTensor;
import jackfield.aten.DivTensor;
import jackfield.aten.EqScalar;
import jackfield.aten.MeanDim;
import jackfield.aten.MulScalar;
import jackfield.aten.MulTensor;
import jackfield.aten.SubTensor;
import jackfield.aten.WhereScalarSelf;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/** Functions for the formulas of variances and standard deviations. */
public final class StatisticsGradients {
  private final ReductionGradients reductions;
  private final MeanDim mean;
  private final AddTensor add;
  private final SubTensor sub;
  private final MulTensor mul;
  private final MulScalar scale;
  private final DivTensor div;
  private final EqScalar eq;
  private final WhereScalarSelf where;

  public StatisticsGradients(KernelRegistrar kernels) {
    this.reductions = new ReductionGradients(kernels);
    this.mean = kernels.operator(MeanDim.TYPE);
    this.add = kernels.operator(AddTensor.TYPE);
    this.sub = kernels.operator(SubTensor.TYPE);
    this.mul = kernels.operator(MulTensor.TYPE);
    this.scale = kernels.operator(MulScalar.TYPE);
    this.div = kernels.operator(DivTensor.TYPE);
    this.eq = kernels.operator(EqScalar.TYPE);
    this.where = kernels.operator(WhereScalarSelf.TYPE);
  }

  /**
   * The gradient is 2 g (x − mean) / (n − correction), where n elements are reduced to one. Over
   * all dimensions, with n at most the correction, it is infinite, and NaN for the mean itself.
   */
  public Tensor var(Tensor grad, Tensor self, long[] dim, Scalar correction, boolean keepdim) {
    double less = correction == null ? 1 : correction.toDouble();
    boolean isEmpty = dim != null && dim.length == 0; // PyTorch counts one element then
    double divisor = (isEmpty ? 1 : ReductionGradients.count(self.sizes(), dim)) - less;
    Tensor expanded = keepdim ? grad : reductions.restored(grad, self.rank(), dim);
    Tensor distance = sub.call(self, mean.call(self, dim, true, (DType) null), Scalar.ONE);
    if (divisor <= 0 && dim == null) {
      Tensor infinite =
          scale.call(div.call(distance, distance), Scalar.of(Double.POSITIVE_INFINITY));
      return mul.call(expanded, infinite);
    }
    return mul.call(scale.call(expanded, Scalar.of(2 / divisor)), distance);
  }

  /** The gradient of the root of the variance; 0 where all elements are equal. */
  public Tensor std(
      Tensor grad, Tensor self, Tensor result, long[] dim, Scalar correction, boolean keepdim) {
    Tensor ofVariance = div.call(grad, scale.call(result, Scalar.of(2)));
    Tensor finite = where.call(eq.call(result, Scalar.ZERO), Scalar.of(0.0), ofVariance);
    return var(finite, self, dim, correction, keepdim);
  }

  /** Adds the gradients through variance and mean; one of them may be null. */
  public Tensor varMean(
      Tensor gradVar,
      Tensor gradMean,
      Tensor self,
      long[] dim,
      Scalar correction,
      boolean keepdim) {
    Tensor spread = gradVar == null ? null : var(gradVar, self, dim, correction, keepdim);
    return added(spread, gradMean, self, dim, keepdim);
  }

  /** Adds the gradients through standard deviation and mean; one of them may be null. */
  public Tensor stdMean(
      Tensor gradStd,
      Tensor gradMean,
      Tensor self,
      Tensor result,
      long[] dim,
      Scalar correction,
      boolean keepdim) {
    Tensor spread = gradStd == null ? null : std(gradStd, self, result, dim, correction, keepdim);
    return added(spread, gradMean, self, dim, keepdim);
  }

  private Tensor added(Tensor spread, Tensor gradMean, Tensor self, long[] dim, boolean keepdim) {
    if (gradMean == null) {
      return spread;
    }
    Tensor mean = reductions.mean(gradMean, self.sizes(), dim, keepdim);
    return spread == null ? mean : add.call(spread, mean, Scalar.ONE);
  }
}
