package jackfield.aten.rule.reduction;

import jackfield.aten.kernel.ReducedDimensions;
import jackfield.aten.kernel.ReductionPlan;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * The rules of reductions; each is named for its operator and takes its arguments.
 *
 * <p><em>Errors</em>: {@link jackfield.error.InvalidArgument} where a dimension is out of range,
 * named twice, or is empty though an element is required; {@link TypeMismatch} where an operator
 * does not accept a type.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class ReductionRules {
  private ReductionRules() {}

  /** Plans the sum of all elements; integers give int64. */
  public static ReductionPlan sum(Tensor self, DType dtype) {
    return ReductionPlan.converting(
        "sum",
        self,
        ReducedDimensions.of("sum", self, (long[]) null, false),
        dtype == null ? typeOfSum(self) : dtype);
  }

  /** Plans sums over {@code dim}; integers give int64. */
  public static ReductionPlan sumDim(Tensor self, long[] dim, boolean keepdim, DType dtype) {
    ReducedDimensions dimensions = ReducedDimensions.of("sum", self, dim, keepdim);
    if (dtype != null) {
      return ReductionPlan.converting("sum", self, dimensions, dtype);
    }
    return ReductionPlan.converting("sum", self, dimensions, typeOfSum(self)).followingOut();
  }

  private static DType typeOfSum(Tensor self) {
    boolean integers = self.dtype().isIntegral() || self.dtype() == DType.BOOL;
    return integers ? DType.INT64 : self.dtype();
  }

  /**
   * Plans the mean of all elements; throws for integers unless {@code dtype} names another type.
   */
  public static ReductionPlan mean(Tensor self, DType dtype) {
    return meanDim(self, null, false, dtype);
  }

  /** Plans means over {@code dim}; throws for integers unless {@code dtype} names another type. */
  public static ReductionPlan meanDim(Tensor self, long[] dim, boolean keepdim, DType dtype) {
    DType type = dtype == null ? self.dtype() : dtype;
    if (!type.isFloating() && !type.isComplex()) {
      throw new TypeMismatch(
          "mean", "expected a floating or complex type, found %s; pass dtype".formatted(type));
    }
    ReducedDimensions dimensions = ReducedDimensions.of("mean", self, dim, keepdim);
    ReductionPlan plan = ReductionPlan.converting("mean", self, dimensions, type);
    return dtype == null ? plan.castingToOut() : plan;
  }

  /** Plans maxima over {@code dim}; throws for complex. */
  public static ReductionPlan amax(Tensor self, long[] dim, boolean keepdim) {
    return extremes("amax", self, dim, keepdim);
  }

  /** Plans minima over {@code dim}; throws for complex. */
  public static ReductionPlan amin(Tensor self, long[] dim, boolean keepdim) {
    return extremes("amin", self, dim, keepdim);
  }

  private static ReductionPlan extremes(String operator, Tensor self, long[] dim, boolean keepdim) {
    refuseComplex(operator, self);
    ReducedDimensions dimensions =
        ReducedDimensions.of(operator, self, dim, keepdim)
            .requireElements(operator, self, dim != null && dim.length > 0);
    return ReductionPlan.reading(operator, self, dimensions, self.dtype());
  }

  /** Plans maxima along {@code dim} and their positions; throws for complex. */
  public static ReductionPlan maxDim(Tensor self, long dim, boolean keepdim) {
    return extremesAndPositions("max", self, dim, keepdim);
  }

  /** Plans minima along {@code dim} and their positions; throws for complex. */
  public static ReductionPlan minDim(Tensor self, long dim, boolean keepdim) {
    return extremesAndPositions("min", self, dim, keepdim);
  }

  private static ReductionPlan extremesAndPositions(
      String operator, Tensor self, long dim, boolean keepdim) {
    refuseComplex(operator, self);
    ReducedDimensions dimensions =
        ReducedDimensions.of(operator, self, (Long) dim, keepdim)
            .requireElements(operator, self, true);
    return ReductionPlan.reading(operator, self, dimensions, self.dtype(), DType.INT64).inOrder();
  }

  /**
   * Plans positions of maxima over {@code dim}, or in the row-major order of all elements if it is
   * null; throws for bool and complex.
   */
  public static ReductionPlan argmax(Tensor self, Long dim, boolean keepdim) {
    refuseComplex("argmax", self);
    if (self.dtype() == DType.BOOL) {
      throw new TypeMismatch("argmax", "bool is not supported");
    }
    ReducedDimensions dimensions =
        ReducedDimensions.of("argmax", self, dim, keepdim)
            .requireElements("argmax", self, dim != null);
    return ReductionPlan.reading("argmax", self, dimensions, DType.INT64).inOrder();
  }

  /** Plans minima and maxima over {@code dim}, or over all if it is null; throws for complex. */
  public static ReductionPlan aminmax(Tensor self, Long dim, boolean keepdim) {
    refuseComplex("aminmax", self);
    ReducedDimensions dimensions =
        ReducedDimensions.of("aminmax", self, dim, keepdim)
            .requireElements("aminmax", self, dim != null);
    return ReductionPlan.reading("aminmax", self, dimensions, self.dtype(), self.dtype());
  }

  private static void refuseComplex(String operator, Tensor self) {
    if (self.dtype().isComplex()) {
      throw new TypeMismatch(operator, self.dtype() + " has no order");
    }
  }
}
