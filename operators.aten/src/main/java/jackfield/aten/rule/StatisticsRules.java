package jackfield.aten.rule;

import jackfield.aten.kernel.ReducedDimensions;
import jackfield.aten.kernel.ReductionPlan;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * The rules of variances and standard deviations; each is named for its operator and takes its
 * arguments.
 *
 * <p><em>Types</em>: floating and complex. The variance of complex numbers is real, their mean is
 * complex.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class StatisticsRules {
  private StatisticsRules() {}

  /** Plans variances over {@code dim}. */
  public static ReductionPlan var(Tensor self, long[] dim, Scalar correction, boolean keepdim) {
    return spread("var", self, dim, keepdim);
  }

  /** Plans standard deviations over {@code dim}. */
  public static ReductionPlan std(Tensor self, long[] dim, Scalar correction, boolean keepdim) {
    return spread("std", self, dim, keepdim);
  }

  /** Plans variances and means over {@code dim}. */
  public static ReductionPlan varMean(Tensor self, long[] dim, Scalar correction, boolean keepdim) {
    return spreadAndMean("var_mean", self, dim, keepdim);
  }

  /** Plans standard deviations and means over {@code dim}. */
  public static ReductionPlan stdMean(Tensor self, long[] dim, Scalar correction, boolean keepdim) {
    return spreadAndMean("std_mean", self, dim, keepdim);
  }

  private static ReductionPlan spread(String operator, Tensor self, long[] dim, boolean keepdim) {
    requireFloating(operator, self);
    ReducedDimensions dimensions = ReducedDimensions.of(operator, self, dim, keepdim);
    return ReductionPlan.reading(operator, self, dimensions, self.dtype().realType())
        .castingToOut();
  }

  private static ReductionPlan spreadAndMean(
      String operator, Tensor self, long[] dim, boolean keepdim) {
    requireFloating(operator, self);
    ReducedDimensions dimensions = ReducedDimensions.of(operator, self, dim, keepdim);
    return ReductionPlan.reading(operator, self, dimensions, self.dtype().realType(), self.dtype());
  }

  private static void requireFloating(String operator, Tensor self) {
    if (!self.dtype().isFloating() && !self.dtype().isComplex()) {
      throw new TypeMismatch(
          operator, "expected a floating or complex type, found " + self.dtype());
    }
  }
}
