package jackfield.aten.rule.reduction;

import jackfield.aten.kernel.ReducedDimensions;
import jackfield.aten.kernel.ReductionPlan;
import jackfield.aten.kernel.TypePromotion;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * The rules of products, sums that leave out NaN, logarithms of sums, and norms; each is named for
 * its operator and takes its arguments.
 *
 * <p><em>Errors</em>: {@link InvalidArgument} where a dimension is out of range, named twice or
 * empty though an element is required; {@link TypeMismatch} where an operator does not accept a
 * type.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class ProductRules {
  private ProductRules() {}

  /** Plans the product of all elements; integers give int64. */
  public static ReductionPlan prod(Tensor self, DType dtype) {
    return ReductionPlan.converting(
        "prod", self, ReducedDimensions.of("prod", self, (long[]) null, false), type(self, dtype));
  }

  /** Plans products along a dimension; integers give int64. */
  public static ReductionPlan prodDim(Tensor self, long dim, boolean keepdim, DType dtype) {
    ReducedDimensions dimensions = ReducedDimensions.of("prod", self, (Long) dim, keepdim);
    ReductionPlan plan = ReductionPlan.converting("prod", self, dimensions, type(self, dtype));
    return dtype == null ? plan.followingOut() : plan;
  }

  /**
   * Plans sums of the elements that are not NaN; integers give int64. Elements of a floating type
   * are added in floating types only, unless there are none.
   */
  public static ReductionPlan nansum(Tensor self, long[] dim, boolean keepdim, DType dtype) {
    DType type = type(self, dtype);
    boolean mayBeNan = self.dtype().isFloating() && self.elementCount() > 0;
    if (self.dtype().isComplex() || (mayBeNan && !type.isFloating())) {
      throw new TypeMismatch("nansum", "cannot add %s up in %s".formatted(self.dtype(), type));
    }
    ReducedDimensions dimensions = ReducedDimensions.of("nansum", self, dim, keepdim);
    ReductionPlan plan = ReductionPlan.converting("nansum", self, dimensions, type);
    if (dtype != null) {
      return plan;
    }
    return mayBeNan ? plan.followingFloatingOut() : plan.followingOut();
  }

  private static DType type(Tensor self, DType dtype) {
    if (dtype != null) {
      return dtype;
    }
    boolean integers = self.dtype().isIntegral() || self.dtype() == DType.BOOL;
    return integers ? DType.INT64 : self.dtype();
  }

  /** Plans logarithms of sums of powers of e. Without {@code dim}, {@code keepdim} is required. */
  public static ReductionPlan logsumexp(Tensor self, long[] dim, boolean keepdim) {
    ReducedDimensions dimensions = ReducedDimensions.of("logsumexp", self, dim, keepdim);
    if (dim.length == 0 && !keepdim && self.rank() > 0 && self.elementCount() > 0) {
      throw new InvalidArgument("logsumexp", "dim", "must name dimensions, or keepdim must be set");
    }
    DType type = TypePromotion.fractional(self.dtype());
    return ReductionPlan.converting("logsumexp", self, dimensions, type).castingToOut();
  }

  /**
   * Plans norms: roots of sums of powers, the largest or smallest size, or the number of elements
   * that are not 0. Norms of complex numbers are real.
   */
  public static ReductionPlan vectorNorm(
      Tensor self, Scalar ord, long[] dim, boolean keepdim, DType dtype) {
    String operator = "linalg_vector_norm";
    DType type = dtype == null ? self.dtype() : dtype;
    boolean fits = self.dtype().isFloating() || self.dtype().isComplex();
    if (!fits || !(type.isFloating() || type.isComplex())) {
      throw new TypeMismatch(
          operator,
          "expected floating or complex types, found %s, %s".formatted(self.dtype(), type));
    }
    if (ord.type().isComplex()) {
      throw new InvalidArgument(operator, "ord", "is complex, expected a real number");
    }
    if (self.dtype().isComplex() != type.isComplex() || !self.dtype().isCastableTo(type)) {
      throw new TypeMismatch(
          operator, "dtype %s cannot hold elements of %s".formatted(type, self.dtype()));
    }
    ReducedDimensions dimensions = ReducedDimensions.of(operator, self, dim, keepdim);
    double power = ord.toDouble();
    if (power < 0 || power == Double.POSITIVE_INFINITY) {
      var _ = dimensions.requireElements(operator, self, dim != null && dim.length > 0);
    }
    return ReductionPlan.reading(operator, self, dimensions, type.realType());
  }
}
