package jackfield.aten.rule;

import jackfield.aten.kernel.ElementwisePlan;
import jackfield.aten.kernel.TypePromotion;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;
import java.util.Objects;

/**
 * Rules of operators that limit elements to a range. A limit that is missing is null.
 *
 * <p><em>Types</em>: numbers change the type of integers only, {@code clamp(int32, max=2.5)} is
 * float32. <em>Errors</em>: {@link TypeMismatch} for complex numbers and for bool, {@link
 * InvalidArgument} if no limit is given or the type cannot represent one.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class LimitRules {
  private static final int REFUSED = TypeRules.BOOL | TypeRules.COMPLEX;

  private LimitRules() {}

  /**
   * Returns the type in which elements are limited by numbers.
   *
   * @param operator the operator, for the message
   */
  public static DType typeOf(String operator, Tensor self, Scalar min, Scalar max) {
    checkAny(operator, min, max);
    DType type = self.dtype();
    TypeRules.refuse(operator, TypeRules.COMPLEX, type);
    if (!type.isFloating()) {
      type = promoted(self, min, max);
    }
    TypeRules.refuse(operator, REFUSED, type);
    checkHolds(operator, "min", type, min);
    checkHolds(operator, "max", type, max);
    return type;
  }

  private static DType promoted(Tensor self, Scalar min, Scalar max) {
    TypePromotion promotion = new TypePromotion().with(self);
    if (min != null) {
      promotion.with(min);
    }
    return max == null ? promotion.result() : promotion.with(max).result();
  }

  private static void checkHolds(String operator, String argument, DType type, Scalar limit) {
    if (limit != null) {
      FillRules.checkHolds(operator, argument, type, limit);
    }
  }

  private static void checkAny(String operator, Object min, Object max) {
    if (min == null && max == null) {
      throw new InvalidArgument(operator, "min", "and max are both missing; give at least one");
    }
  }

  /** Plans to limit elements by tensors; bool is accepted with one limit. */
  public static ElementwisePlan clamp(Tensor self, Tensor min, Tensor max) {
    checkAny("clamp", min, max);
    Tensor[] inputs =
        Arrays.stream(new Tensor[] {self, min, max})
            .filter(Objects::nonNull)
            .toArray(Tensor[]::new);
    DType type = TypePromotion.resultType(inputs);
    TypeRules.refuse("clamp", inputs.length == 3 ? REFUSED : TypeRules.COMPLEX, type);
    return ElementwisePlan.of("clamp", inputs, null, type, type);
  }
}
