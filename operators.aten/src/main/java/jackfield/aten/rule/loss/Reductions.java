package jackfield.aten.rule.loss;

import jackfield.error.InvalidArgument;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/** The numbers of the three reductions in schemas, and what rules of losses check alike. */
final class Reductions {
  static final long NONE = 0;
  static final long SUM = 2;

  private Reductions() {}

  static void check(String operator, long reduction) {
    if (reduction < NONE || reduction > SUM) {
      throw new InvalidArgument(operator, "reduction", "must be 0, 1 or 2, found " + reduction);
    }
  }

  static void requireFloating(String operator, Tensor self) {
    if (!self.dtype().isFloating()) {
      throw new TypeMismatch(operator, "expected a real floating type, found " + self.dtype());
    }
  }

  static void requireType(String operator, String argument, Tensor operand, Tensor self) {
    if (operand.dtype() != self.dtype()) {
      throw new TypeMismatch(
          operator,
          "expected %s to be %s as self, found %s"
              .formatted(argument, self.dtype(), operand.dtype()));
    }
  }

  /** Refuses numbers that are not a vector of one for each loss; a single one may have any rank. */
  static void requireGradient(String operator, Tensor gradOutput, long losses) {
    boolean isVector = gradOutput.rank() <= 1 || losses == 1;
    if (!isVector || gradOutput.elementCount() != losses) {
      throw new ShapeMismatch(
          operator,
          "expected grad_output to be a vector of %d elements".formatted(losses),
          gradOutput.sizes());
    }
  }
}
