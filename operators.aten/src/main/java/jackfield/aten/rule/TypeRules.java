package jackfield.aten.rule;

import jackfield.aten.kernel.ElementwisePlan;
import jackfield.aten.kernel.TypePromotion;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * The rules of elementwise operators that are data: the field {@code types} of an operator names
 * the method, the field {@code refuses} the common types that the operator does not accept.
 * Generated kernels call them; {@code refused} is a sum of the constants.
 *
 * <p><em>Errors</em>: {@link TypeMismatch} for a refused type, {@link
 * jackfield.tensor.ShapeMismatch} where shapes do not broadcast.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class TypeRules {
  /** Refuses no type. */
  public static final int NOTHING = 0;

  /** Refuses bool. */
  public static final int BOOL = 1;

  /** Refuses integers. */
  public static final int INTEGRAL = 2;

  /** Refuses complex numbers. */
  public static final int COMPLEX = 4;

  /** Refuses operands whose common type is the complex number of two float16. */
  public static final int COMPLEX_HALF = 8;

  /** Refuses floats. */
  public static final int FLOATING = 16;

  /** Refuses float16 and bfloat16. */
  public static final int HALF = 32;

  /** Refuses all but real floating types. */
  public static final int NOT_REAL = BOOL | INTEGRAL | COMPLEX;

  private TypeRules() {}

  /** Plans a result of the promoted type. */
  public static ElementwisePlan promote(String operator, int refused, Tensor self, Tensor other) {
    DType type = TypePromotion.resultType(self, other);
    ElementwisePlan plan = ElementwisePlan.binary(operator, self, other, type, type);
    refuse(operator, refused, type);
    refuseComplexHalf(operator, refused, type, self, other);
    return plan;
  }

  /** Plans a result of the type of {@code self}, float32 for integers and bool. */
  public static ElementwisePlan fractional(String operator, int refused, Tensor self) {
    DType type = TypePromotion.fractional(self.dtype());
    refuse(operator, refused, type);
    return ElementwisePlan.unary(operator, self, type, type);
  }

  /** Plans a result of the promoted type, float32 for integers and bool. */
  public static ElementwisePlan fractional(
      String operator, int refused, Tensor self, Tensor other) {
    DType type = TypePromotion.fractional(TypePromotion.resultType(self, other));
    ElementwisePlan plan = ElementwisePlan.binary(operator, self, other, type, type);
    refuse(operator, refused, type);
    refuseComplexHalf(operator, refused, type, self, other);
    return plan;
  }

  private static void refuseComplexHalf(
      String operator, int refused, DType type, Tensor self, Tensor other) {
    if ((refused & COMPLEX_HALF) != 0 && type.isComplex()) {
      refuseComplexHalf(operator, new TypePromotion().with(self).with(other));
    }
  }

  /** Plans a bool result; the promoted type is compared. */
  public static ElementwisePlan compare(String operator, int refused, Tensor self, Tensor other) {
    DType type = TypePromotion.resultType(self, other);
    ElementwisePlan plan = ElementwisePlan.binary(operator, self, other, type, DType.BOOL);
    refuse(operator, refused, type);
    return plan;
  }

  /** Plans a result of the type of {@code self}, which a given output must have. */
  public static ElementwisePlan same(String operator, int refused, Tensor self) {
    DType type = self.dtype();
    refuse(operator, refused, type);
    return ElementwisePlan.unary(operator, self, type, type).withoutCast();
  }

  // ---- refusals, also for rules that are not data

  /** Throws if {@code type} is one of the refused types; {@link #COMPLEX_HALF} is no type. */
  public static void refuse(String operator, int refused, DType type) {
    if ((refused & bit(type)) != 0) {
      throw new TypeMismatch(operator, type + " is not supported");
    }
  }

  /** Throws unless {@code others} have the type of {@code first}; null is passed over. */
  public static void requireSame(String operator, Tensor first, Tensor... others) {
    for (Tensor other : others) {
      if (other != null && other.dtype() != first.dtype()) {
        throw new TypeMismatch(
            operator,
            "expected operands of one type, found %s and %s; convert one with to"
                .formatted(first.dtype(), other.dtype()));
      }
    }
  }

  private static int bit(DType type) {
    return switch (type.category()) {
      case BOOLEAN -> BOOL;
      case INTEGRAL -> INTEGRAL;
      case FLOATING -> type == DType.FLOAT16 || type == DType.BFLOAT16 ? FLOATING | HALF : FLOATING;
      case COMPLEX -> COMPLEX;
    };
  }

  /** Throws if the common type of {@code operands} is the complex number of two float16. */
  static void refuseComplexHalf(String operator, TypePromotion operands) {
    if (operands.isComplexHalf()) {
      throw new TypeMismatch(
          operator,
          "float16 with a complex operand is not supported; try float32 in place of float16");
    }
  }
}
