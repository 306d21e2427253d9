package jackfield.aten.rule;

import jackfield.aten.kernel.ElementwisePlan;
import jackfield.aten.kernel.TypePromotion;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * The rules of elementwise operators that {@link TypeRules} cannot express, because more than the
 * types of the tensors decides: a number must fit the type, a mode chooses between two rules, or a
 * tensor has a type of its own. Each is named for its operator and takes its arguments.
 *
 * <p><em>Errors</em>: {@link TypeMismatch} where an operator does not accept a type, {@link
 * jackfield.tensor.ShapeMismatch} where shapes do not broadcast.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class PointwiseRules {
  private PointwiseRules() {}

  // ---- arithmetic

  /** Plans {@code self + alpha * other}. */
  public static ElementwisePlan add(Tensor self, Tensor other, Scalar alpha) {
    ElementwisePlan plan = TypeRules.promote("add", TypeRules.NOTHING, self, other);
    if (!alpha.equals(Scalar.ONE)) {
      checkAlpha("add", plan.commonType(), alpha);
    }
    return plan;
  }

  /** Plans {@code self - alpha * other}; throws for bool. */
  public static ElementwisePlan sub(Tensor self, Tensor other, Scalar alpha) {
    if (self.dtype() == DType.BOOL || other.dtype() == DType.BOOL) {
      throw new TypeMismatch(
          "sub",
          "bool cannot be subtracted, found %s and %s; try bitwise_xor or logical_not"
              .formatted(self, other));
    }
    ElementwisePlan plan = TypeRules.promote("sub", TypeRules.NOTHING, self, other);
    if (!alpha.equals(Scalar.ONE)) {
      checkAlpha("sub", plan.commonType(), alpha);
    }
    return plan;
  }

  private static void checkAlpha(String operator, DType type, Scalar alpha) {
    DType found = alpha.type();
    boolean fits =
        switch (found.category()) {
          case BOOLEAN -> type == DType.BOOL;
          case INTEGRAL -> true;
          case FLOATING -> type.isFloating() || type.isComplex();
          case COMPLEX -> type.isComplex();
        };
    if (!fits) {
      throw new TypeMismatch(
          operator, "alpha is %s, which a result of %s does not take".formatted(found, type));
    }
  }

  /**
   * Plans {@code self / other}, rounded.
   *
   * @param roundingMode {@code floor}, {@code trunc}, or null for none
   */
  public static ElementwisePlan divMode(Tensor self, Tensor other, String roundingMode) {
    if (roundingMode == null) {
      return TypeRules.fractional("div", TypeRules.COMPLEX_HALF, self, other);
    }
    if (!roundingMode.equals("floor") && !roundingMode.equals("trunc")) {
      throw new InvalidArgument(
          "div", "rounding_mode", "must be floor, trunc or None, found " + roundingMode);
    }
    return TypeRules.promote("div", TypeRules.BOOL | TypeRules.COMPLEX, self, other);
  }

  /** Plans {@code self} to the power of a number; throws for float16 with complex. */
  public static ElementwisePlan powScalar(Tensor self, Scalar exponent) {
    DType type = TypePromotion.resultType(self, exponent);
    boolean integers = !type.isFloating() && !type.isComplex();
    if (integers && exponent.toLong() < 0) {
      throw new InvalidArgument(
          "pow", "exponent", "must not be negative for integers, found " + exponent);
    }
    if (type.isComplex()) {
      TypeRules.refuseComplexHalf("pow", new TypePromotion().with(self).with(exponent));
    }
    return ElementwisePlan.unary("pow", self, type, type);
  }

  // ---- choice

  /**
   * Plans the selection between {@code self} and {@code other}.
   *
   * <p><em>Types</em>: {@code condition} bool, or uint8, which the body sees as bool.
   */
  public static ElementwisePlan where(Tensor condition, Tensor self, Tensor other) {
    DType asked = condition.dtype();
    if (asked != DType.BOOL && asked != DType.UINT8) {
      throw new TypeMismatch("where", "expected condition to be bool, found " + condition);
    }
    DType type = TypePromotion.resultType(self, other);
    Tensor[] inputs = {condition, self, other};
    DType[] inputTypes = {DType.BOOL, type, type};
    return ElementwisePlan.of("where", inputs, inputTypes, type, type).withoutCast();
  }

  /**
   * Plans {@code grad_output} where {@code self} is above {@code threshold}, and 0 elsewhere;
   * throws for bool and complex, and for a threshold that the type cannot represent.
   */
  public static ElementwisePlan thresholdBackward(
      Tensor gradOutput, Tensor self, Scalar threshold) {
    ElementwisePlan plan =
        TypeRules.promote(
            "threshold_backward", TypeRules.BOOL | TypeRules.COMPLEX, gradOutput, self);
    FillRules.checkHolds("threshold_backward", "threshold", plan.commonType(), threshold);
    return plan.inLayoutOf(1);
  }
}
