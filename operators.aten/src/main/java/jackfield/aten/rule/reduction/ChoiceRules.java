package jackfield.aten.rule.reduction;

import jackfield.aten.kernel.Dimensions;
import jackfield.aten.kernel.ReducedDimensions;
import jackfield.aten.kernel.ReductionPlan;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * The rules of reductions that choose one of the elements; each is named for its operator and takes
 * its arguments.
 *
 * <p><em>Errors</em>: {@link InvalidArgument} where a dimension is out of range or has no element;
 * {@link TypeMismatch} for types without an order.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class ChoiceRules {
  private static final long[] WHOLE = null;

  private ChoiceRules() {}

  /** Plans the largest of all elements. */
  public static ReductionPlan max(Tensor self) {
    return extreme("max", self);
  }

  /** Plans the smallest of all elements. */
  public static ReductionPlan min(Tensor self) {
    return extreme("min", self);
  }

  private static ReductionPlan extreme(String operator, Tensor self) {
    requireOrder(operator, self);
    ReducedDimensions dimensions =
        ReducedDimensions.of(operator, self, WHOLE, false).requireElements(operator, self, false);
    return ReductionPlan.converting(operator, self, dimensions, self.dtype()).castingToOut();
  }

  /** Plans the position of the smallest element along a dimension, or of all. */
  public static ReductionPlan argmin(Tensor self, Long dim, boolean keepdim) {
    requireOrder("argmin", self);
    requireNumbers("argmin", self);
    ReducedDimensions dimensions =
        ReducedDimensions.of("argmin", self, dim, keepdim)
            .requireElements("argmin", self, dim != null);
    return ReductionPlan.reading("argmin", self, dimensions, DType.INT64).inOrder();
  }

  /** Plans the lower of the two middle elements; NaN if there is one, or no element. */
  public static ReductionPlan median(Tensor self) {
    return middle("median", self);
  }

  /** Plans the lower of the two middle elements that are not NaN. */
  public static ReductionPlan nanmedian(Tensor self) {
    return middle("nanmedian", self);
  }

  private static ReductionPlan middle(String operator, Tensor self) {
    requireOrder(operator, self);
    requireNumbers(operator, self);
    ReducedDimensions dimensions = ReducedDimensions.of(operator, self, WHOLE, false);
    return ReductionPlan.reading(operator, self, dimensions, self.dtype()).inOrder();
  }

  /** Plans the lower of the middle elements along a dimension, and their positions. */
  public static ReductionPlan medianDim(Tensor self, long dim, boolean keepdim) {
    return chosen("median", self, dim, keepdim);
  }

  /** Plans the lower of the middle elements that are not NaN, and their positions. */
  public static ReductionPlan nanmedianDim(Tensor self, long dim, boolean keepdim) {
    return chosen("nanmedian", self, dim, keepdim);
  }

  /** Plans the most frequent elements along a dimension, and a position of each. */
  public static ReductionPlan mode(Tensor self, long dim, boolean keepdim) {
    requireOrder("mode", self);
    return along("mode", self, dim, keepdim);
  }

  /** Plans the elements that would be at place {@code k} of the ordered ones, counted from 1. */
  public static ReductionPlan kthvalue(Tensor self, long k, long dim, boolean keepdim) {
    ReductionPlan plan = chosen("kthvalue", self, dim, keepdim);
    int along = Dimensions.wrap("kthvalue", dim, self.rank());
    long length = self.rank() == 0 ? 1 : self.size(along);
    if (k < 1 || k > length) {
      throw new InvalidArgument("kthvalue", "k", "is %d, expected 1 to %d".formatted(k, length));
    }
    return plan;
  }

  private static ReductionPlan chosen(String operator, Tensor self, long dim, boolean keepdim) {
    requireOrder(operator, self);
    requireNumbers(operator, self);
    return along(operator, self, dim, keepdim);
  }

  private static ReductionPlan along(String operator, Tensor self, long dim, boolean keepdim) {
    ReducedDimensions dimensions =
        ReducedDimensions.of(operator, self, (Long) dim, keepdim)
            .requireElements(operator, self, true);
    return ReductionPlan.reading(operator, self, dimensions, self.dtype(), DType.INT64).inOrder();
  }

  private static void requireOrder(String operator, Tensor self) {
    if (self.dtype().isComplex()) {
      throw new TypeMismatch(operator, self.dtype() + " has no order");
    }
  }

  private static void requireNumbers(String operator, Tensor self) {
    if (self.dtype() == DType.BOOL) {
      throw new TypeMismatch(operator, "bool is not supported");
    }
  }
}
