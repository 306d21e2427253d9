package jackfield.aten.rule.loss;

import jackfield.aten.kernel.OutputPlan;
import jackfield.aten.kernel.OutputSpec;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * The rules of losses by which the score of a target class exceeds the others by a margin.
 *
 * <p><em>Shapes</em>: {@code self} is {@code [n, classes]}, {@code [classes]} or {@code []}; the
 * losses are {@code [n]} without reduction and with rows, else {@code []}. <em>Types</em>: {@code
 * self} float32 or float64, {@code target} int64.
 *
 * <p>The bodies check that targets are classes before they write.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class MarginRules {
  private static final long[] NO_DIMENSIONS = {};

  private MarginRules() {}

  /** Plans the margin loss for one target class per row; {@code target} is [n] or []. */
  public static OutputPlan multiMargin(
      Tensor self, Tensor target, Scalar p, Scalar margin, Tensor weight, long reduction) {
    String operator = "multi_margin_loss";
    checkMulti(operator, self, target, p, weight, reduction);
    boolean each = reduction == Reductions.NONE && target.rank() > 0;
    long[] sizes = each ? new long[] {rows(self)} : NO_DIMENSIONS;
    return OutputPlan.of(
        operator, new Tensor[] {self, target, weight}, new OutputSpec(self.dtype(), sizes));
  }

  /** Plans the gradient of {@link #multiMargin}, whose sizes are those of {@code self}. */
  public static OutputPlan multiMarginBackward(
      Tensor gradOutput,
      Tensor self,
      Tensor target,
      Scalar p,
      Scalar margin,
      Tensor weight,
      long reduction) {
    String operator = "multi_margin_loss_backward";
    checkMulti(operator, self, target, p, weight, reduction);
    checkGradient(operator, gradOutput, self, reduction);
    return OutputPlan.of(
        operator,
        new Tensor[] {self, gradOutput, target, weight},
        new OutputSpec(self.dtype(), self.sizes()));
  }

  /**
   * Plans the margin loss for several target classes per row: the numbers before the first −1 of
   * the row of {@code target}, which has the sizes of {@code self}. The second result marks them.
   */
  public static OutputPlan multilabelMarginForward(Tensor self, Tensor target, long reduction) {
    String operator = "multilabel_margin_loss_forward";
    checkMultilabel(operator, self, target, reduction);
    boolean each = reduction == Reductions.NONE && self.rank() == 2;
    return OutputPlan.of(
        operator,
        new Tensor[] {self, target},
        new OutputSpec(self.dtype(), each ? new long[] {self.size(0)} : NO_DIMENSIONS),
        new OutputSpec(self.dtype(), target.sizes()));
  }

  /** Plans the gradient of {@link #multilabelMarginForward}. */
  public static OutputPlan multilabelMarginBackward(
      Tensor gradOutput, Tensor self, Tensor target, long reduction, Tensor isTarget) {
    String operator = "multilabel_margin_loss_backward";
    checkMultilabel(operator, self, target, reduction);
    checkGradient(operator, gradOutput, self, reduction);
    Reductions.requireType(operator, "is_target", isTarget, self);
    requireSame(operator, "is_target", isTarget, self);
    return OutputPlan.of(
        operator,
        new Tensor[] {self, gradOutput, target, isTarget},
        new OutputSpec(self.dtype(), self.sizes()));
  }

  private static void checkMulti(
      String operator, Tensor self, Tensor target, Scalar p, Tensor weight, long reduction) {
    if (p.toDouble() != 1 && p.toDouble() != 2) {
      throw new InvalidArgument(operator, "p", "must be 1 or 2, found " + p);
    }
    check(operator, self, target, reduction);
    if (target.rank() > 1 || target.elementCount() != rows(self)) {
      throw new ShapeMismatch(
          operator, "expected one target for each row of self", self.sizes(), target.sizes());
    }
    if (weight != null) {
      Reductions.requireType(operator, "weight", weight, self);
      if (weight.rank() > 1 || weight.elementCount() != classes(self)) {
        throw new ShapeMismatch(
            operator, "expected one weight for each class", weight.sizes(), self.sizes());
      }
    }
  }

  private static void checkMultilabel(String operator, Tensor self, Tensor target, long reduction) {
    check(operator, self, target, reduction);
    requireSame(operator, "target", target, self);
  }

  private static void requireSame(String operator, String argument, Tensor operand, Tensor self) {
    if (!Arrays.equals(operand.sizes(), self.sizes())) {
      throw new ShapeMismatch(
          operator,
          "expected %s of the sizes of self".formatted(argument),
          operand.sizes(),
          self.sizes());
    }
  }

  private static void check(String operator, Tensor self, Tensor target, long reduction) {
    Reductions.check(operator, reduction);
    if (self.dtype() != DType.FLOAT32 && self.dtype() != DType.FLOAT64) {
      throw new TypeMismatch(operator, "expected float32 or float64, found " + self.dtype());
    }
    if (target.dtype() != DType.INT64) {
      throw new TypeMismatch(operator, "expected target to be int64, found " + target.dtype());
    }
    if (self.rank() > 2 || classes(self) == 0) {
      throw new ShapeMismatch(
          operator, "expected rows of at least one class, or one row", self.sizes());
    }
  }

  private static void checkGradient(
      String operator, Tensor gradOutput, Tensor self, long reduction) {
    Reductions.requireType(operator, "grad_output", gradOutput, self);
    boolean each = reduction == Reductions.NONE && gradOutput.rank() > 0;
    Reductions.requireGradient(operator, gradOutput, each ? rows(self) : 1);
  }

  private static long rows(Tensor self) {
    return self.rank() == 2 ? self.size(0) : 1;
  }

  private static long classes(Tensor self) {
    return self.rank() == 0 ? 1 : self.size(self.rank() - 1);
  }
}
