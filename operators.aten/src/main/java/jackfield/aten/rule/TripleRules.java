package jackfield.aten.rule;

import jackfield.aten.kernel.ElementwisePlan;
import jackfield.aten.kernel.TypePromotion;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * Rules of elementwise operators on three tensors, or on two tensors and a number.
 *
 * <p><em>Errors</em>: {@link TypeMismatch} where an operator does not accept a type, {@link
 * InvalidArgument} for a number that the type cannot represent, {@link
 * jackfield.tensor.ShapeMismatch} where shapes do not broadcast.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class TripleRules {
  private static final int NOT_FRACTIONAL = TypeRules.BOOL | TypeRules.INTEGRAL;

  private TripleRules() {}

  // ---- interpolation

  /** Plans the interpolation with one weight; the tensors must have one type. */
  public static ElementwisePlan lerp(Tensor self, Tensor end, Scalar weight) {
    DType type = interpolated(self, end);
    DType holder = type.isHalf() ? DType.FLOAT32 : type;
    FillRules.checkHolds("lerp", "weight", holder, weight);
    return ElementwisePlan.binary("lerp", self, end, type, type);
  }

  /** Plans the interpolation; the tensors must have one type, and a given output that type. */
  public static ElementwisePlan lerp(Tensor self, Tensor end, Tensor weight) {
    DType type = interpolated(self, end);
    PairRules.requireType("lerp", "weight", weight, type);
    return ElementwisePlan.of("lerp", new Tensor[] {self, end, weight}, null, type, type)
        .withoutCast();
  }

  private static DType interpolated(Tensor self, Tensor end) {
    PairRules.requireType("lerp", "end", end, self.dtype());
    TypeRules.refuse("lerp", NOT_FRACTIONAL, self.dtype());
    return self.dtype();
  }

  // ---- products and quotients

  /** Plans {@code self + value * tensor1 * tensor2}; throws for bool. */
  public static ElementwisePlan addcmul(Tensor self, Tensor tensor1, Tensor tensor2, Scalar value) {
    return sum("addcmul", self, tensor1, tensor2, value);
  }

  /** Plans {@code self + value * tensor1 / tensor2}; throws for a quotient of integers. */
  public static ElementwisePlan addcdiv(Tensor self, Tensor tensor1, Tensor tensor2, Scalar value) {
    if (isWhole(tensor1) && isWhole(tensor2)) {
      throw new TypeMismatch(
          "addcdiv",
          "%s and %s are integers, which are not divided; try floats"
              .formatted(tensor1.dtype(), tensor2.dtype()));
    }
    return sum("addcdiv", self, tensor1, tensor2, value);
  }

  private static boolean isWhole(Tensor tensor) {
    return !tensor.dtype().isFloating() && !tensor.dtype().isComplex();
  }

  private static ElementwisePlan sum(
      String operator, Tensor self, Tensor tensor1, Tensor tensor2, Scalar value) {
    Tensor[] inputs = {self, tensor1, tensor2};
    DType type = TypePromotion.resultType(inputs);
    TypeRules.refuse(operator, TypeRules.BOOL, type);
    FillRules.checkHolds(operator, type.isHalf() ? DType.FLOAT32 : type, value);
    return ElementwisePlan.of(operator, inputs, null, type, type);
  }

  // ---- masks

  /** Plans to write one number where {@code mask}, which must be bool, holds. */
  public static ElementwisePlan maskedFill(Tensor self, Tensor mask, Scalar value) {
    DType type = self.dtype();
    checkMask(mask);
    FillRules.checkHolds("masked_fill_", type, value);
    DType[] types = {type, DType.BOOL};
    return ElementwisePlan.of("masked_fill_", new Tensor[] {self, mask}, types, type, type)
        .withoutCast();
  }

  /**
   * Plans to write the element of a zero-dimensional tensor where {@code mask}, which must be bool,
   * holds.
   */
  public static ElementwisePlan maskedFill(Tensor self, Tensor mask, Tensor value) {
    DType type = self.dtype();
    checkMask(mask);
    if (value.rank() != 0) {
      throw new InvalidArgument(
          "masked_fill_", "value", "must have no dimension, found " + value.summary());
    }
    if (value.dtype().isComplex() && !type.isComplex() && type != DType.BOOL) {
      throw new TypeMismatch(
          "masked_fill_", "value is %s, which %s cannot hold".formatted(value.dtype(), type));
    }
    Tensor[] inputs = {self, mask, value};
    DType[] types = {type, DType.BOOL, type};
    return ElementwisePlan.of("masked_fill_", inputs, types, type, type).withoutCast();
  }

  private static void checkMask(Tensor mask) {
    if (mask.dtype() != DType.BOOL) {
      throw new TypeMismatch(
          "masked_fill_",
          "expected the mask to be bool, found %s; try mask != 0".formatted(mask.dtype()));
    }
  }
}
