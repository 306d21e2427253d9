package jackfield.aten.rule;

import jackfield.aten.kernel.ElementwisePlan;
import jackfield.aten.kernel.TypePromotion;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * The rules of elementwise operators; each is named for its operator and takes its arguments.
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
    ElementwisePlan plan = promoting("add", self, other);
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
    ElementwisePlan plan = promoting("sub", self, other);
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

  /** Plans {@code self * other}. */
  public static ElementwisePlan mul(Tensor self, Tensor other) {
    return promoting("mul", self, other);
  }

  /** Plans {@code self / other}; integers give float32; throws for float16 with complex. */
  public static ElementwisePlan div(Tensor self, Tensor other) {
    ElementwisePlan plan = fractional("div", self, other);
    if (plan.resultType().isComplex()) {
      refuseComplexHalf("div", new TypePromotion().with(self).with(other));
    }
    return plan;
  }

  /**
   * Plans {@code self / other}, rounded.
   *
   * @param roundingMode {@code floor}, {@code trunc}, or null for none
   */
  public static ElementwisePlan divMode(Tensor self, Tensor other, String roundingMode) {
    if (roundingMode == null) {
      return div(self, other);
    }
    if (!roundingMode.equals("floor") && !roundingMode.equals("trunc")) {
      throw new InvalidArgument(
          "div", "rounding_mode", "must be floor, trunc or None, found " + roundingMode);
    }
    ElementwisePlan plan = promoting("div", self, other);
    refuse("div", plan.commonType(), plan.commonType() == DType.BOOL);
    return ordered("div", plan);
  }

  /** Plans {@code -self}; throws for bool. */
  public static ElementwisePlan neg(Tensor self) {
    refuse("neg", self.dtype(), self.dtype() == DType.BOOL);
    return ElementwisePlan.unary("neg", self, self.dtype(), self.dtype()).withoutCast();
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
      refuseComplexHalf("pow", new TypePromotion().with(self).with(exponent));
    }
    return ElementwisePlan.unary("pow", self, type, type).withoutCast();
  }

  // ---- functions of one variable

  /** Plans the exponential function. */
  public static ElementwisePlan exp(Tensor self) {
    return fractional("exp", self);
  }

  /** Plans the natural logarithm. */
  public static ElementwisePlan log(Tensor self) {
    return fractional("log", self);
  }

  /** Plans the square root. */
  public static ElementwisePlan sqrt(Tensor self) {
    return fractional("sqrt", self);
  }

  /** Plans the reciprocal. */
  public static ElementwisePlan reciprocal(Tensor self) {
    return fractional("reciprocal", self);
  }

  /** Plans the logistic function. */
  public static ElementwisePlan sigmoid(Tensor self) {
    return fractional("sigmoid", self);
  }

  /** Plans the hyperbolic tangent. */
  public static ElementwisePlan tanh(Tensor self) {
    return fractional("tanh", self);
  }

  /** Plans the maximum of {@code self} and 0; throws for bool and complex. */
  public static ElementwisePlan relu(Tensor self) {
    DType type = self.dtype();
    refuse("relu", type, type == DType.BOOL || type.isComplex());
    return ElementwisePlan.unary("relu", self, type, type);
  }

  // ---- comparison and choice

  /** Plans the comparison for equality. */
  public static ElementwisePlan eq(Tensor self, Tensor other) {
    return comparing("eq", self, other);
  }

  /** Plans the comparison {@code self > other}; throws for complex. */
  public static ElementwisePlan gt(Tensor self, Tensor other) {
    return ordered("gt", comparing("gt", self, other));
  }

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

  // ---- gradients

  /**
   * Plans {@code grad_output} where {@code self} is above {@code threshold}, and 0 elsewhere;
   * throws for bool and complex, and for a threshold that the type cannot represent.
   */
  public static ElementwisePlan thresholdBackward(
      Tensor gradOutput, Tensor self, Scalar threshold) {
    ElementwisePlan plan = promoting("threshold_backward", gradOutput, self);
    refuse("threshold_backward", plan.commonType(), plan.commonType() == DType.BOOL);
    FillRules.checkHolds("threshold_backward", "threshold", plan.commonType(), threshold);
    return ordered("threshold_backward", plan);
  }

  /**
   * Plans the gradient of the logistic function, computed from its output; throws for integers and
   * bool.
   */
  public static ElementwisePlan sigmoidBackward(Tensor gradOutput, Tensor output) {
    return gradient("sigmoid_backward", gradOutput, output);
  }

  /**
   * Plans the gradient of the hyperbolic tangent, computed from its output; throws for integers and
   * bool.
   */
  public static ElementwisePlan tanhBackward(Tensor gradOutput, Tensor output) {
    return gradient("tanh_backward", gradOutput, output);
  }

  private static ElementwisePlan gradient(String operator, Tensor gradOutput, Tensor output) {
    ElementwisePlan plan = promoting(operator, gradOutput, output);
    DType type = plan.commonType();
    refuse(operator, type, !type.isFloating() && !type.isComplex());
    return plan;
  }

  // ---- shared checks

  private static ElementwisePlan promoting(String operator, Tensor self, Tensor other) {
    DType type = TypePromotion.resultType(self, other);
    return ElementwisePlan.binary(operator, self, other, type, type);
  }

  private static ElementwisePlan comparing(String operator, Tensor self, Tensor other) {
    DType type = TypePromotion.resultType(self, other);
    return ElementwisePlan.binary(operator, self, other, type, DType.BOOL);
  }

  private static ElementwisePlan fractional(String operator, Tensor self, Tensor other) {
    DType type = TypePromotion.fractional(TypePromotion.resultType(self, other));
    return ElementwisePlan.binary(operator, self, other, type, type);
  }

  private static ElementwisePlan fractional(String operator, Tensor self) {
    DType type = TypePromotion.fractional(self.dtype());
    return ElementwisePlan.unary(operator, self, type, type);
  }

  private static ElementwisePlan ordered(String operator, ElementwisePlan plan) {
    refuse(operator, plan.commonType(), plan.commonType().isComplex());
    return plan;
  }

  private static void refuseComplexHalf(String operator, TypePromotion operands) {
    if (operands.isComplexHalf()) {
      throw new TypeMismatch(
          operator,
          "float16 with a complex operand is not supported; try float32 in place of float16");
    }
  }

  private static void refuse(String operator, DType type, boolean refused) {
    if (refused) {
      throw new TypeMismatch(operator, type + " is not supported");
    }
  }
}
