package jackfield.aten.composite.loss;

import jackfield.aten.Aten;
import jackfield.aten.MultilabelMarginLossForward;
import jackfield.aten.NllLoss2dForward;
import jackfield.aten.NllLoss2dForwardOutput;
import jackfield.aten.NllLossForward;
import jackfield.aten.composite.GivenResults;
import jackfield.aten.rule.TypeRules;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * Losses of classes and probabilities that call the operators with bodies: likelihoods of planes,
 * margins of several labels, the gradient of the cross entropy of two classes.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class ClassLosses {
  private static final double LEAST_DIVISOR = 1e-12; // of the gradient of the cross entropy

  private final Aten aten;
  private final GivenResults given;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public ClassLosses(Aten aten) {
    this.aten = aten;
    this.given = new GivenResults(aten);
  }

  /** Returns the negative log likelihood of the class of each position of planes. */
  public Tensor nll2d(Tensor self, Tensor target, Tensor weight, long reduction, long ignoreIndex) {
    return aten.nllLoss2dForward(self, target, weight, reduction, ignoreIndex).output();
  }

  /** Writes {@link #nll2d} into {@code out}. */
  public Tensor nll2dOut(
      Tensor self, Tensor target, Tensor weight, long reduction, long ignoreIndex, Tensor out) {
    Tensor result = nll2d(self, target, weight, reduction, ignoreIndex);
    return given.into("nll_loss2d", result, out);
  }

  /** Writes the negative log likelihood into {@code out}. */
  public Tensor nllOut(
      Tensor self, Tensor target, Tensor weight, long reduction, long ignoreIndex, Tensor out) {
    Tensor result = aten.nllLoss(self, target, weight, reduction, ignoreIndex);
    return given.into("nll_loss", result, out);
  }

  /**
   * Computes the negative log likelihood of each position, and the sum of the classes' weights.
   *
   * <p><em>Shapes</em>: {@code self [n, c, h, w], target [n, h, w], weight [c] → [n, h, w]} without
   * reduction, else {@code []}
   */
  public NllLoss2dForward.Result nll2dForward(
      Tensor self, Tensor target, Tensor weight, long reduction, long ignoreIndex) {
    check("nll_loss2d_forward", self, target);
    NllLossForward.Result rows =
        aten.nllLossForward(rows(self), aten.flatten(target), weight, reduction, ignoreIndex);
    Tensor output =
        reduction == Losses.NONE ? aten.view(rows.output(), target.sizes()) : rows.output();
    return new NllLoss2dForward.Result(output, rows.totalWeight());
  }

  /** Writes {@link #nll2dForward} into {@code output} and {@code totalWeight}. */
  public NllLoss2dForwardOutput.Result nll2dForwardOut(
      Tensor self,
      Tensor target,
      Tensor weight,
      long reduction,
      long ignoreIndex,
      Tensor output,
      Tensor totalWeight) {
    NllLoss2dForward.Result result = nll2dForward(self, target, weight, reduction, ignoreIndex);
    GivenResults.require("nll_loss2d_forward", result.output(), output);
    GivenResults.require("nll_loss2d_forward", result.totalWeight(), totalWeight);
    return new NllLoss2dForwardOutput.Result(
        given.into("nll_loss2d_forward", result.output(), output),
        given.into("nll_loss2d_forward", result.totalWeight(), totalWeight));
  }

  /** Returns the gradient of {@link #nll2dForward} for {@code self}. */
  public Tensor nll2dBackward(
      Tensor gradOutput,
      Tensor self,
      Tensor target,
      Tensor weight,
      long reduction,
      long ignoreIndex,
      Tensor totalWeight) {
    check("nll_loss2d_backward", self, target);
    Tensor incoming = reduction == Losses.NONE ? aten.flatten(gradOutput) : gradOutput;
    Tensor rows =
        aten.nllLossBackward(
            incoming,
            rows(self),
            aten.flatten(target),
            weight,
            reduction,
            ignoreIndex,
            totalWeight);
    long[] planes = {self.size(0), self.size(2), self.size(3), self.size(1)};
    return aten.contiguous(aten.movedim(aten.view(rows, planes), -1, 1));
  }

  /** Writes {@link #nll2dBackward} into {@code gradInput}. */
  public Tensor nll2dBackwardOut(
      Tensor gradOutput,
      Tensor self,
      Tensor target,
      Tensor weight,
      long reduction,
      long ignoreIndex,
      Tensor totalWeight,
      Tensor gradInput) {
    Tensor result =
        nll2dBackward(gradOutput, self, target, weight, reduction, ignoreIndex, totalWeight);
    return given.into("nll_loss2d_backward", result, gradInput);
  }

  private static void check(String operator, Tensor self, Tensor target) {
    if (target.dtype() != DType.INT64) {
      throw new TypeMismatch(operator, "expected target to be int64, found " + target.dtype());
    }
    boolean fits =
        self.rank() == 4
            && target.rank() == 3
            && self.size(0) == target.size(0)
            && self.size(2) == target.size(1)
            && self.size(3) == target.size(2);
    if (!fits) {
      throw new ShapeMismatch(
          operator,
          "expected self [n, classes, h, w] and target [n, h, w]",
          self.sizes(),
          target.sizes());
    }
  }

  /** Returns the planes of classes as rows, one for each position. */
  private Tensor rows(Tensor self) {
    Tensor last = aten.movedim(self, 1, -1);
    long[] sizes = {self.size(0) * self.size(2) * self.size(3), self.size(1)};
    return aten.reshape(last, sizes);
  }

  /** Returns the margin loss for several target classes per row. */
  public Tensor multilabelMargin(Tensor self, Tensor target, long reduction) {
    MultilabelMarginLossForward.Result both =
        aten.multilabelMarginLossForward(self, target, reduction);
    return both.output();
  }

  /** Writes {@link #multilabelMargin} into {@code out}. */
  public Tensor multilabelMarginOut(Tensor self, Tensor target, long reduction, Tensor out) {
    Tensor result = multilabelMargin(self, target, reduction);
    return given.into("multilabel_margin_loss", result, out);
  }

  /** Returns the gradient of {@code binary_cross_entropy} for {@code self}. */
  public Tensor crossEntropyBackward(
      Tensor gradOutput, Tensor self, Tensor target, Tensor weight, long reduction) {
    String operator = "binary_cross_entropy_backward";
    Losses.check(operator, reduction);
    Losses.requireReal(operator, self, target);
    TypeRules.requireSame(operator, self, target, gradOutput);
    Tensor divisor = aten.mul(aten.rsub(self, Scalar.ONE), self);
    Tensor slope =
        aten.div(aten.sub(self, target), aten.clampMin(divisor, Scalar.of(LEAST_DIVISOR)));
    Tensor grad = aten.mul(slope, gradOutput);
    Tensor weighted = weight == null ? grad : aten.to(aten.mul(grad, weight), self.dtype());
    double count = Losses.divisor(self, reduction);
    return count == 1 ? weighted : aten.div(weighted, Scalar.of(count));
  }

  /** Writes {@link #crossEntropyBackward} into {@code gradInput}. */
  public Tensor crossEntropyBackwardOut(
      Tensor gradOutput,
      Tensor self,
      Tensor target,
      Tensor weight,
      long reduction,
      Tensor gradInput) {
    Tensor result = crossEntropyBackward(gradOutput, self, target, weight, reduction);
    return given.into("binary_cross_entropy_backward", result, gradInput);
  }
}
