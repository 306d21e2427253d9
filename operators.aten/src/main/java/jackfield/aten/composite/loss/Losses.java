package jackfield.aten.composite.loss;

import jackfield.aten.Aten;
import jackfield.aten.kernel.TypePromotion;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/** What all losses share: the reduction, which is 0 for none, 1 for the mean, 2 for the sum. */
final class Losses {
  static final int NONE = 0;
  static final int MEAN = 1;
  private static final int SUM = 2;

  private final Aten aten;

  Losses(Aten aten) {
    this.aten = aten;
  }

  /** Returns the losses, their mean or their sum. */
  Tensor reduced(String operator, Tensor losses, long reduction) {
    check(operator, reduction);
    if (reduction == NONE) {
      return losses;
    }
    return reduction == MEAN ? aten.mean(losses) : aten.sum(losses);
  }

  /** Refuses another reduction; for losses that check it before they compute. */
  static void check(String operator, long reduction) {
    if (reduction < NONE || reduction > SUM) {
      throw new InvalidArgument(
          operator, "reduction", "is %d, expected 0, 1 or 2".formatted(reduction));
    }
  }

  /** Returns what the gradient of each loss is divided by. */
  static double divisor(Tensor input, long reduction) {
    return reduction == MEAN ? Shapes.elementCount(input.sizes()) : 1;
  }

  /**
   * Returns {@code result} in the type of the tensor that PyTorch writes it into.
   *
   * @throws TypeMismatch if it cannot be cast to that type
   */
  Tensor written(String operator, Tensor result, DType type) {
    if (result.dtype() == type) {
      return result;
    }
    if (!result.dtype().isCastableTo(type)) {
      throw new TypeMismatch(
          operator,
          "a result of %s cannot be cast to %s, the type that is written; convert an operand with to"
              .formatted(result.dtype(), type));
    }
    return aten.to(result, type);
  }

  /** Returns {@code operand} in the common type of an input and a target; bool, too. */
  Tensor common(Tensor operand, Tensor input, Tensor target) {
    DType type = TypePromotion.resultType(input, target);
    return operand.dtype() == type ? operand : aten.to(operand, type);
  }

  /** Requires that the loss is computed in a type of real floating numbers. */
  static void requireReal(String operator, Tensor input, Tensor target) {
    if (!TypePromotion.resultType(input, target).isFloating()) {
      throw new TypeMismatch(
          operator,
          "expected real floating numbers, found %s and %s"
              .formatted(input.dtype(), target.dtype()));
    }
  }
}
