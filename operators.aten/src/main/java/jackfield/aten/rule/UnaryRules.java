package jackfield.aten.rule;

import jackfield.aten.kernel.ElementwisePlan;
import jackfield.aten.kernel.TypePromotion;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * The rules of operators on one number, or on the two parts of a complex number, that {@link
 * TypeRules} cannot express. Each is named for its operator and takes its arguments.
 *
 * <p><em>Errors</em>: {@link TypeMismatch} where an operator does not accept a type, {@link
 * jackfield.tensor.ShapeMismatch} where shapes do not broadcast.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class UnaryRules {
  private UnaryRules() {}

  // ---- tests

  /** Plans a test whether elements are 0. */
  public static ElementwisePlan logicalNot(Tensor self) {
    return test("logical_not", TypeRules.NOTHING, self);
  }

  /** Plans a test of the sign; throws for complex. */
  public static ElementwisePlan signbit(Tensor self) {
    return test("signbit", TypeRules.COMPLEX, self).withoutCast();
  }

  /** Plans a test for infinity; throws for complex. */
  public static ElementwisePlan isPosinf(Tensor self) {
    return test("isposinf", TypeRules.COMPLEX, self).withoutCast();
  }

  /** Plans a test for negative infinity; throws for complex. */
  public static ElementwisePlan isNeginf(Tensor self) {
    return test("isneginf", TypeRules.COMPLEX, self).withoutCast();
  }

  /** Plans a test for an infinite number. */
  public static ElementwisePlan isinf(Tensor self) {
    return test("isinf", TypeRules.NOTHING, self);
  }

  /** Plans a test for a finite number. */
  public static ElementwisePlan isfinite(Tensor self) {
    return test("isfinite", TypeRules.NOTHING, self);
  }

  /** Plans a test for an imaginary part of 0. */
  public static ElementwisePlan isreal(Tensor self) {
    return test("isreal", TypeRules.NOTHING, self);
  }

  private static ElementwisePlan test(String operator, int refused, Tensor self) {
    TypeRules.refuse(operator, refused, self.dtype());
    return ElementwisePlan.unary(operator, self, self.dtype(), DType.BOOL);
  }

  // ---- numbers

  /** Plans the inversion of bits; throws for floats and complex. */
  public static ElementwisePlan bitwiseNot(Tensor self) {
    DType type = self.dtype();
    if (type.isFloating() || type.isComplex()) {
      throw new TypeMismatch(
          "bitwise_not", "expected integers or bool, found %s; try logical_not".formatted(self));
    }
    return ElementwisePlan.unary("bitwise_not", self, type, type).withoutCast();
  }

  /** Plans rounding to {@code decimals} places; throws for all types that are not floating. */
  public static ElementwisePlan round(Tensor self, long decimals) {
    int refused = TypeRules.BOOL | TypeRules.INTEGRAL | TypeRules.COMPLEX;
    return TypeRules.same("round", refused, self);
  }

  /**
   * Plans the derivative of order {@code n} of digamma.
   *
   * @throws InvalidArgument if {@code n} is negative
   */
  public static ElementwisePlan polygamma(long n, Tensor self) {
    if (n < 0) {
      throw new InvalidArgument("polygamma", "n", "must not be negative, found " + n);
    }
    return TypeRules.fractional("polygamma", TypeRules.COMPLEX, self);
  }

  // ---- parts of complex numbers

  /** Plans the angles of complex numbers, row-major; of others they are 0, π or NaN. */
  public static ElementwisePlan angle(Tensor self) {
    DType type = TypePromotion.fractional(self.dtype());
    DType result =
        switch (type) {
          case COMPLEX64 -> DType.FLOAT32;
          case COMPLEX128 -> DType.FLOAT64;
          default -> type;
        };
    ElementwisePlan plan = ElementwisePlan.unary("angle", self, type, result);
    return type.isComplex() ? plan.inRowMajorOrder().copiedIntoFloats() : plan;
  }

  /** Plans the shares of normally distributed numbers below each element. */
  public static ElementwisePlan ndtr(Tensor self) {
    return TypeRules.fractional("special_ndtr", TypeRules.COMPLEX, self).copiedIntoFloats();
  }

  /** Plans complex numbers with the given parts, which have one type. */
  public static ElementwisePlan complex(Tensor real, Tensor imag) {
    return parts("complex", real, imag);
  }

  /** Plans complex numbers with the given lengths and angles, which have one type. */
  public static ElementwisePlan polar(Tensor abs, Tensor angle) {
    return parts("polar", abs, angle);
  }

  private static ElementwisePlan parts(String operator, Tensor first, Tensor second) {
    DType type = first.dtype();
    if (type != second.dtype() || (type != DType.FLOAT32 && type != DType.FLOAT64)) {
      throw new TypeMismatch(
          operator,
          "expected two tensors of float32 or two of float64, found %s and %s; try to(dtype)"
              .formatted(first, second));
    }
    DType result = type == DType.FLOAT32 ? DType.COMPLEX64 : DType.COMPLEX128;
    return ElementwisePlan.binary(operator, first, second, type, result).withoutCast();
  }
}
