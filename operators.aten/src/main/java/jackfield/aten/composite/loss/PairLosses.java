package jackfield.aten.composite.loss;

import jackfield.aten.Aten;
import jackfield.aten.composite.GivenResults;
import jackfield.aten.kernel.MemoryOverlap;
import jackfield.aten.rule.TypeRules;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * Losses of each element of an input and a target, whose sizes are broadcast.
 *
 * <p>{@code reduction} is 0 for one loss per element, 1 for their mean, 2 for their sum.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class PairLosses {
  private static final double TWO_PI = 2 * Math.PI;

  private final Aten aten;
  private final Losses losses;
  private final GivenResults given;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public PairLosses(Aten aten) {
    this.aten = aten;
    this.losses = new Losses(aten);
    this.given = new GivenResults(aten).inLayoutOfResult();
  }

  /** Refuses an {@code out} that overlaps an input in part, or is an input and must be resized. */
  private static void refuseOverlap(String operator, Tensor result, Tensor out, Tensor... inputs) {
    boolean isResized = !Arrays.equals(result.sizes(), out.sizes());
    for (Tensor input : inputs) {
      if (isResized) {
        MemoryOverlap.refuseResized(operator, out, input);
      } else {
        MemoryOverlap.refusePartial(operator, out, input);
      }
    }
  }

  /** Returns {@code |self − target|}. */
  public Tensor l1(Tensor self, Tensor target, long reduction) {
    return losses.reduced("l1_loss", aten.abs(aten.sub(self, target)), reduction);
  }

  /** Returns {@code (self − target)²}. */
  public Tensor mse(Tensor self, Tensor target, long reduction) {
    Losses.requireReal("mse_loss", self, target);
    return losses.reduced("mse_loss", aten.square(difference(self, target)), reduction);
  }

  /** Subtracts in the common type, so that one of the two may be bool. */
  private Tensor difference(Tensor self, Tensor target) {
    return aten.sub(losses.common(self, self, target), losses.common(target, self, target));
  }

  /** Writes {@link #mse} into {@code out}. */
  public Tensor mseOut(Tensor self, Tensor target, long reduction, Tensor out) {
    Tensor result = mse(self, target, reduction);
    refuseOverlap("mse_loss", result, out, self, target);
    return given.castInto("mse_loss", result, out);
  }

  /**
   * Returns {@code d²/(2 beta)} where {@code d = |self − target| < beta}, else {@code d − beta/2}.
   */
  public Tensor smoothL1(Tensor self, Tensor target, long reduction, double beta) {
    Losses.requireReal("smooth_l1_loss", self, target);
    if (beta < 0) {
      throw new InvalidArgument(
          "smooth_l1_loss", "beta", "is %s, expected 0 or more".formatted(beta));
    }
    if (beta == 0) {
      return losses.reduced("smooth_l1_loss", aten.abs(difference(self, target)), reduction);
    }
    Tensor distance = aten.abs(difference(self, target));
    Tensor near = aten.div(aten.mul(aten.square(distance), half()), Scalar.of(beta));
    Tensor far = aten.sub(distance, Scalar.of(beta / 2));
    Tensor each = aten.where(aten.lt(distance, beta), near, far);
    return losses.reduced("smooth_l1_loss", each, reduction);
  }

  private static Scalar half() {
    return Scalar.of(0.5);
  }

  /** Writes {@link #smoothL1} into {@code out}. */
  public Tensor smoothL1Out(Tensor self, Tensor target, long reduction, double beta, Tensor out) {
    Tensor result = smoothL1(self, target, reduction, beta);
    refuseOverlap("smooth_l1_loss", result, out, self, target);
    return given.castInto("smooth_l1_loss", result, out);
  }

  /**
   * Returns {@code d²/2} where {@code d = |self − target| ≤ delta}, else {@code delta (d −
   * delta/2)}, in the type of {@code self}.
   */
  public Tensor huber(Tensor self, Tensor target, long reduction, double delta) {
    Tensor each = huberOfEach(self, target, delta);
    return losses.reduced(
        "huber_loss", losses.written("huber_loss", each, self.dtype()), reduction);
  }

  /** Returns the losses of {@link #huber} in the common type. */
  private Tensor huberOfEach(Tensor self, Tensor target, double delta) {
    Losses.requireReal("huber_loss", self, target);
    if (!(delta > 0)) {
      throw new InvalidArgument(
          "huber_loss", "delta", "is %s, expected more than 0".formatted(delta));
    }
    Tensor distance = aten.abs(difference(self, target));
    Tensor near = aten.mul(aten.square(distance), half());
    Tensor far = aten.mul(aten.sub(distance, Scalar.of(delta / 2)), Scalar.of(delta));
    return aten.where(aten.le(distance, delta), near, far);
  }

  /** Writes {@link #huber} into {@code out}. */
  public Tensor huberOut(Tensor self, Tensor target, long reduction, double delta, Tensor out) {
    Tensor each = huberOfEach(self, target, delta);
    Tensor result = losses.reduced("huber_loss", each, reduction);
    refuseOverlap("huber_loss", result, out, self, target);
    return given.castInto("huber_loss", result, out);
  }

  /** Returns {@code log(1 + exp(−self target))} in the type of {@code self}. */
  public Tensor softMargin(Tensor self, Tensor target, long reduction) {
    String operator = "soft_margin_loss";
    TypeRules.refuse(operator, TypeRules.BOOL | TypeRules.INTEGRAL, self.dtype());
    Tensor margin = losses.written(operator, aten.mul(aten.neg(self), target), self.dtype());
    return losses.reduced(operator, aten.log1p(aten.exp(margin)), reduction);
  }

  /** Writes {@link #softMargin} into {@code out}. */
  public Tensor softMarginOut(Tensor self, Tensor target, long reduction, Tensor out) {
    Tensor result = softMargin(self, target, reduction);
    refuseOverlap("soft_margin_loss", result, out, self, target);
    return given.into("soft_margin_loss", result, out);
  }

  /**
   * Returns {@code target (log target − self)}, where {@code self} is the logarithm of a
   * probability.
   *
   * @param logTarget whether {@code target} is a logarithm, too
   */
  public Tensor klDiv(Tensor self, Tensor target, long reduction, boolean logTarget) {
    if (self.dtype().isComplex() || target.dtype().isComplex()) {
      throw new TypeMismatch("kl_div", "expected real numbers, found complex ones");
    }
    TypeRules.refuse("kl_div", TypeRules.BOOL | TypeRules.INTEGRAL, self.dtype());
    TypeRules.refuse("kl_div", TypeRules.BOOL | TypeRules.INTEGRAL, target.dtype());
    Tensor each =
        logTarget
            ? aten.mul(aten.exp(target), aten.sub(target, self))
            : aten.sub(aten.xlogy(target, target), aten.mul(target, self));
    return losses.reduced("kl_div", each, reduction);
  }

  /**
   * Returns the loss of a Poisson distribution of mean {@code input}.
   *
   * @param logInput whether {@code input} is the logarithm of the mean
   * @param full whether Stirling's term of large targets is added
   */
  public Tensor poissonNll(
      Tensor input, Tensor target, boolean logInput, boolean full, double eps, long reduction) {
    Tensor each =
        logInput
            ? aten.sub(aten.exp(input), aten.mul(target, input))
            : aten.sub(input, aten.mul(target, aten.log(aten.add(input, Scalar.of(eps)))));
    if (full) {
      Tensor stirling =
          aten.add(
              aten.sub(aten.mul(target, aten.log(target)), target),
              aten.mul(aten.log(aten.mul(target, Scalar.of(TWO_PI))), half()));
      each = aten.add(each, aten.maskedFill(stirling, aten.le(target, 1), Scalar.ZERO));
    }
    return losses.reduced("poisson_nll_loss", each, reduction);
  }

  /**
   * Returns the cross entropy between the sigmoid of {@code self} and probabilities, in the type of
   * the target.
   *
   * @param weight factors of the losses, or null
   * @param positiveWeight factors of the target, or null
   */
  public Tensor crossEntropyWithLogits(
      Tensor self, Tensor target, Tensor weight, Tensor positiveWeight, long reduction) {
    String operator = "binary_cross_entropy_with_logits";
    TypeRules.refuse(operator, TypeRules.NOT_REAL, self.dtype());
    DType type = target.dtype();
    Tensor logs = aten.logSigmoid(self);
    if (positiveWeight != null) {
      Tensor more = aten.mul(aten.sub(positiveWeight, Scalar.ONE), target);
      logs = losses.written(operator, aten.mul(logs, aten.add(more, Scalar.ONE)), self.dtype());
    }
    Tensor rest = losses.written(operator, aten.mul(aten.rsub(target, Scalar.ONE), self), type);
    Tensor each = losses.written(operator, aten.sub(rest, logs), type);
    if (weight != null) {
      each = losses.written(operator, aten.mul(each, weight), type);
    }
    return losses.reduced(operator, each, reduction);
  }

  /**
   * Returns {@code self} where the target is 1, and {@code max(0, margin − self)} where it is −1.
   */
  public Tensor hingeEmbedding(Tensor self, Tensor target, double margin, long reduction) {
    if (reduction == Losses.MEAN) {
      TypeRules.refuse("hinge_embedding_loss", TypeRules.BOOL | TypeRules.INTEGRAL, self.dtype());
    }
    Tensor beyond = aten.clampMin(aten.rsub(self, Scalar.of(margin)), Scalar.ZERO);
    Tensor ofPositive = aten.maskedFill(self, aten.eq(target, -1), Scalar.ZERO);
    Tensor ofNegative = aten.where(aten.ne(target, 1), beyond, 0);
    return losses.reduced("hinge_embedding_loss", aten.add(ofNegative, ofPositive), reduction);
  }

  /** Returns {@code max(0, margin − target (input1 − input2))}. */
  public Tensor marginRanking(
      Tensor input1, Tensor input2, Tensor target, double margin, long reduction) {
    Tensor order = aten.mul(aten.neg(target), aten.sub(input1, input2));
    Tensor each = aten.clampMin(aten.add(order, Scalar.of(margin)), Scalar.ZERO);
    return losses.reduced("margin_ranking_loss", each, reduction);
  }
}
