package jackfield.aten.rule.loss;

import jackfield.aten.kernel.OutputPlan;
import jackfield.aten.kernel.OutputSpec;
import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * The rules of negative log likelihoods; each is named for its operator and takes its arguments.
 *
 * <p>Reductions are numbered: 0 none, 1 mean, 2 sum. The body must check that targets are classes
 * before it writes, since a rule does not read elements.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class LikelihoodRules {
  private static final long[] NO_DIMENSIONS = {};
  private static final long[] ONE = {1};

  private LikelihoodRules() {}

  /**
   * Plans the negative log likelihood.
   *
   * <p><em>Shapes</em>: {@code self [n, classes], target [n]} or {@code self [classes], target []},
   * {@code weight [classes] → output [n]} without reduction, else {@code []}, {@code total_weight
   * []}.
   *
   * <p><em>Types</em>: {@code self} and {@code weight} of one real floating type, {@code target}
   * int64 or uint8.
   */
  public static OutputPlan nllLossForward(
      Tensor self, Tensor target, Tensor weight, long reduction, long ignoreIndex) {
    String operator = "nll_loss_forward";
    check(operator, self, target, weight, reduction);
    boolean perRow = reduction == Reductions.NONE && self.rank() == 2;
    long[] sizes = perRow ? new long[] {self.size(0)} : NO_DIMENSIONS;
    return OutputPlan.of(
        operator,
        new Tensor[] {self, target, weight},
        new OutputSpec(self.dtype(), sizes),
        new OutputSpec(self.dtype(), NO_DIMENSIONS));
  }

  /** Plans the gradient of the negative log likelihood, whose sizes are those of {@code self}. */
  public static OutputPlan nllLossBackward(
      Tensor gradOutput,
      Tensor self,
      Tensor target,
      Tensor weight,
      long reduction,
      long ignoreIndex,
      Tensor totalWeight) {
    String operator = "nll_loss_backward";
    check(operator, self, target, weight, reduction);
    boolean perRow = reduction == Reductions.NONE && self.rank() == 2;
    boolean fits =
        perRow
            ? gradOutput.rank() == 1 && gradOutput.size(0) == self.size(0)
            : gradOutput.rank() <= 1 && gradOutput.elementCount() == 1;
    if (!fits) {
      throw new ShapeMismatch(
          operator, "grad_output does not have the loss's sizes", gradOutput.sizes(), self.sizes());
    }
    if (totalWeight.elementCount() != 1) {
      throw new ShapeMismatch(
          operator, "expected total_weight to be one element", totalWeight.sizes());
    }
    requireType(operator, gradOutput, self.dtype());
    return OutputPlan.of(
        operator,
        new Tensor[] {self, gradOutput, target, weight, totalWeight},
        new OutputSpec(self.dtype(), self.sizes()));
  }

  private static void check(
      String operator, Tensor self, Tensor target, Tensor weight, long reduction) {
    Reductions.check(operator, reduction);
    checkShapes(operator, self, target, weight);
    if (!self.dtype().isFloating()) {
      throw new TypeMismatch(operator, "expected a real floating type, found " + self.dtype());
    }
    if (target.dtype() != DType.INT64 && target.dtype() != DType.UINT8) {
      throw new TypeMismatch(
          operator, "expected target to be int64 or uint8, found " + target.dtype());
    }
    if (weight != null) {
      requireType(operator, weight, self.dtype());
    }
  }

  private static void checkShapes(String operator, Tensor self, Tensor target, Tensor weight) {
    if (self.rank() < 1 || self.rank() > 2) {
      throw new ShapeMismatch(operator, "expected self to have 1 or 2 dimensions", self.sizes());
    }
    long[] rows = Arrays.copyOf(self.sizes(), self.rank() - 1);
    boolean oneRow = Arrays.equals(self.sizes(), ONE) && Arrays.equals(target.sizes(), ONE);
    if (!oneRow && !Arrays.equals(target.sizes(), rows)) {
      throw new ShapeMismatch(
          operator, "expected one target for each row of self", self.sizes(), target.sizes());
    }
    long classes = self.size(self.rank() - 1);
    if (weight != null && (weight.rank() != 1 || weight.size(0) != classes)) {
      throw new ShapeMismatch(
          operator, "expected one weight for each class", weight.sizes(), self.sizes());
    }
  }

  private static void requireType(String operator, Tensor operand, DType type) {
    if (operand.dtype() != type) {
      throw new TypeMismatch(
          operator, "expected %s as self, found %s".formatted(type, operand.dtype()));
    }
  }
}
