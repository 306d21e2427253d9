package jackfield.aten.rule;

import jackfield.aten.kernel.ElementwisePlan;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * Rules of functions of one or two tensors whose types {@link TypeRules} cannot express.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class PairRules {
  private PairRules() {}

  /**
   * Plans the absolute values, which are real. Those of complex numbers can be written in any
   * floating type, or as complex numbers of the type of {@code self}.
   *
   * @throws TypeMismatch for bool
   */
  public static ElementwisePlan abs(Tensor self) {
    DType type = self.dtype();
    TypeRules.refuse("abs", TypeRules.BOOL, type);
    ElementwisePlan plan = ElementwisePlan.unary("abs", self, type, type.realType());
    return type.isComplex() ? plan.withRealOrOwnType() : plan.withoutCast();
  }

  /**
   * Plans complex conjugates. In place nothing is done to a real tensor, which has them already.
   */
  public static ElementwisePlan conjPhysical(Tensor self) {
    DType type = self.dtype();
    ElementwisePlan plan = ElementwisePlan.unary("conj_physical", self, type, type);
    return type.isComplex() ? plan.withoutCast() : plan.withoutWork();
  }

  /**
   * Plans 0, 1 or {@code values} by the sign of {@code self}.
   *
   * @throws TypeMismatch if the two differ in type or are complex
   */
  public static ElementwisePlan heaviside(Tensor self, Tensor values) {
    DType type = self.dtype();
    TypeRules.refuse("heaviside", TypeRules.COMPLEX, type);
    requireType("heaviside", "values", values, type);
    return ElementwisePlan.binary("heaviside", self, values, type, type).withoutCast();
  }

  /** Throws if an argument does not have the type of {@code self}. */
  static void requireType(String operator, String argument, Tensor found, DType type) {
    if (found.dtype() != type) {
      throw new TypeMismatch(
          operator,
          "expected %s to have the type of self, %s, found %s; try converting one of them"
              .formatted(argument, type, found.dtype()));
    }
  }
}
