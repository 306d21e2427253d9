package jackfield.aten.composite.loss;

import jackfield.aten.Aten;
import jackfield.aten.composite.GivenResults;
import jackfield.aten.rule.TypeRules;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/**
 * Gradients of losses of pairs that PyTorch has as operators. {@code gradOutput} is the gradient of
 * the reduced loss.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class LossGradients {
  private final Aten aten;
  private final GivenResults given;
  private final Losses losses;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public LossGradients(Aten aten) {
    this.aten = aten;
    this.given = new GivenResults(aten).inLayoutOfResult();
    this.losses = new Losses(aten);
  }

  /** Returns the gradient of {@code mse_loss} for {@code self}, in row-major order. */
  public Tensor mse(Tensor gradOutput, Tensor self, Tensor target, long reduction) {
    return aten.contiguous(mseOfLayout(gradOutput, self, target, reduction));
  }

  private Tensor mseOfLayout(Tensor gradOutput, Tensor self, Tensor target, long reduction) {
    String operator = "mse_loss_backward";
    Losses.check(operator, reduction);
    TypeRules.requireSame(operator, self, target, gradOutput);
    TypeRules.refuse(operator, TypeRules.BOOL | TypeRules.COMPLEX, self.dtype());
    double factor = 2 / Losses.divisor(self, reduction);
    boolean isReal = self.dtype().isFloating();
    Scalar number = isReal ? Scalar.of(factor) : Scalar.of((long) factor); // 0 for most means
    Tensor scaled = aten.mul(aten.sub(self, target), number);
    return aten.mul(scaled, gradOutput);
  }

  /** Writes {@link #mse} into {@code gradInput}. */
  public Tensor mseOut(
      Tensor gradOutput, Tensor self, Tensor target, long reduction, Tensor gradInput) {
    Tensor result = mseOfLayout(gradOutput, self, target, reduction);
    return given.into("mse_loss_backward", result, gradInput);
  }

  /** Returns the gradient of {@code smooth_l1_loss} for {@code self}, in row-major order. */
  public Tensor smoothL1(
      Tensor gradOutput, Tensor self, Tensor target, long reduction, double beta) {
    return aten.contiguous(smoothL1OfLayout(gradOutput, self, target, reduction, beta));
  }

  private Tensor smoothL1OfLayout(
      Tensor gradOutput, Tensor self, Tensor target, long reduction, double beta) {
    double divisor = divisor("smooth_l1_loss_backward", self, target, reduction);
    Tensor difference = aten.sub(self, target);
    Tensor far = aten.sign(difference);
    Tensor near = aten.div(difference, Scalar.of(beta == 0 ? 1 : beta)); // 0: nothing is near
    Tensor slope = aten.where(aten.lt(aten.abs(difference), beta), near, far);
    return aten.mul(aten.mul(slope, Scalar.of(1 / divisor)), gradOutput);
  }

  /** Writes {@link #smoothL1} into {@code gradInput}. */
  public Tensor smoothL1Out(
      Tensor gradOutput,
      Tensor self,
      Tensor target,
      long reduction,
      double beta,
      Tensor gradInput) {
    Tensor result = smoothL1OfLayout(gradOutput, self, target, reduction, beta);
    return given.castInto("smooth_l1_loss_backward", result, gradInput);
  }

  /** Returns the gradient of {@code huber_loss} for {@code self}, in row-major order. */
  public Tensor huber(Tensor gradOutput, Tensor self, Tensor target, long reduction, double delta) {
    return aten.contiguous(huberOfLayout(gradOutput, self, target, reduction, delta));
  }

  private Tensor huberOfLayout(
      Tensor gradOutput, Tensor self, Tensor target, long reduction, double delta) {
    double divisor = divisor("huber_loss_backward", self, target, reduction);
    TypeRules.requireSame("huber_loss_backward", self, target, gradOutput);
    Tensor difference = aten.sub(self, target);
    Tensor far = aten.mul(aten.sign(difference), Scalar.of(delta));
    Tensor slope = aten.where(aten.lt(aten.abs(difference), delta), difference, far);
    return aten.mul(aten.mul(slope, Scalar.of(1 / divisor)), gradOutput);
  }

  /** Writes {@link #huber} into {@code gradInput}. */
  public Tensor huberOut(
      Tensor gradOutput,
      Tensor self,
      Tensor target,
      long reduction,
      double delta,
      Tensor gradInput) {
    Tensor result = huberOfLayout(gradOutput, self, target, reduction, delta);
    return given.into("huber_loss_backward", result, gradInput);
  }

  /** Returns the gradient of {@code soft_margin_loss} for {@code self}, in the type of that. */
  public Tensor softMargin(Tensor gradOutput, Tensor self, Tensor target, long reduction) {
    Tensor result = softMarginOfCommon(gradOutput, self, target, reduction);
    return losses.written("soft_margin_loss_backward", result, self.dtype());
  }

  private Tensor softMarginOfCommon(Tensor gradOutput, Tensor self, Tensor target, long reduction) {
    Losses.check("soft_margin_loss_backward", reduction);
    double divisor = Losses.divisor(self, reduction);
    Tensor power = aten.exp(aten.mul(aten.neg(target), self));
    Tensor scaled = aten.mul(aten.mul(target, power), Scalar.of(-1 / divisor)); // may overflow
    return aten.mul(aten.div(scaled, aten.add(power, Scalar.ONE)), gradOutput);
  }

  /** Writes {@link #softMargin} into {@code gradInput}. */
  public Tensor softMarginOut(
      Tensor gradOutput, Tensor self, Tensor target, long reduction, Tensor gradInput) {
    Tensor result = softMarginOfCommon(gradOutput, self, target, reduction);
    return given.castInto("soft_margin_loss_backward", result, gradInput);
  }

  private static double divisor(String operator, Tensor self, Tensor target, long reduction) {
    Losses.requireReal(operator, self, target);
    Losses.check(operator, reduction);
    return Losses.divisor(self, reduction);
  }
}
