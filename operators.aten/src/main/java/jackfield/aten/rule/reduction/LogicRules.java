package jackfield.aten.rule.reduction;

import jackfield.aten.kernel.ReducedDimensions;
import jackfield.aten.kernel.ReductionPlan;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/**
 * The rules of reductions that ask whether elements are 0; each is named for its operator and takes
 * its arguments. The results of {@code all} and {@code any} are bool, for uint8 they are uint8.
 *
 * <p><em>Errors</em>: {@link jackfield.error.InvalidArgument} where a dimension is out of range or
 * named twice.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class LogicRules {
  private static final long[] WHOLE = null;

  private LogicRules() {}

  /** Plans whether no element is 0. */
  public static ReductionPlan all(Tensor self) {
    return allDims(self, WHOLE, false);
  }

  /** Plans whether no element along a dimension is 0. */
  public static ReductionPlan allDim(Tensor self, long dim, boolean keepdim) {
    return truth("all", self, ReducedDimensions.of("all", self, (Long) dim, keepdim));
  }

  /** Plans whether no element along some dimensions is 0. */
  public static ReductionPlan allDims(Tensor self, long[] dim, boolean keepdim) {
    return truth("all", self, ReducedDimensions.of("all", self, dim, keepdim));
  }

  /** Plans whether an element is not 0. */
  public static ReductionPlan any(Tensor self) {
    return anyDims(self, WHOLE, false);
  }

  /** Plans whether an element along a dimension is not 0. */
  public static ReductionPlan anyDim(Tensor self, long dim, boolean keepdim) {
    return truth("any", self, ReducedDimensions.of("any", self, (Long) dim, keepdim));
  }

  /** Plans whether an element along some dimensions is not 0. */
  public static ReductionPlan anyDims(Tensor self, long[] dim, boolean keepdim) {
    return truth("any", self, ReducedDimensions.of("any", self, dim, keepdim));
  }

  private static ReductionPlan truth(String operator, Tensor self, ReducedDimensions dimensions) {
    DType type = self.dtype() == DType.UINT8 ? DType.UINT8 : DType.BOOL;
    return ReductionPlan.reading(operator, self, dimensions, type).givingTruth();
  }

  /** Plans the number of elements that are not 0, along a dimension or of all. */
  public static ReductionPlan countNonzero(Tensor self, Long dim) {
    ReducedDimensions dimensions = ReducedDimensions.of("count_nonzero", self, dim, false);
    return ReductionPlan.reading("count_nonzero", self, dimensions, DType.INT64);
  }

  /** Plans the number of elements that are not 0 along some dimensions. */
  public static ReductionPlan countNonzeroDims(Tensor self, long[] dim) {
    ReducedDimensions dimensions = ReducedDimensions.of("count_nonzero", self, dim, false);
    return ReductionPlan.reading("count_nonzero", self, dimensions, DType.INT64);
  }
}
