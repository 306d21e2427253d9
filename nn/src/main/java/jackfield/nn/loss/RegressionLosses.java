package jackfield.nn.loss;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * Makes losses of numbers. The names are those of {@code torch.nn.functional}, and without a {@link
 * Reduction} the mean is taken, as there.
 *
 * <p><em>Errors</em>: each method throws {@link ShapeMismatch} if the sizes of output and target
 * differ, because broadcasting hides a forgotten dimension; {@link jackfield.tensor.TypeMismatch}
 * for element types and {@link InvalidArgument} for numbers out of range.
 */
public interface RegressionLosses extends LossFactory {
  /** Returns the mean of the squared differences. */
  default Loss mseLoss(Tensor output, Tensor target) {
    return mseLoss(output, target, Reduction.MEAN);
  }

  /** Returns the squared differences, reduced as asked. */
  default Loss mseLoss(Tensor output, Tensor target, Reduction reduction) {
    LossArguments.of("mseLoss")
        .given("output", output)
        .given("target", target)
        .given("reduction", reduction);
    requireSameSizes("mseLoss", output, target);
    return loss(context().aten().mseLoss(output, target, reduction.ordinal()));
  }

  /** Returns the mean of the absolute differences. */
  default Loss l1Loss(Tensor output, Tensor target) {
    return l1Loss(output, target, Reduction.MEAN);
  }

  /** Returns the absolute differences, reduced as asked. */
  default Loss l1Loss(Tensor output, Tensor target, Reduction reduction) {
    LossArguments.of("l1Loss")
        .given("output", output)
        .given("target", target)
        .given("reduction", reduction);
    requireSameSizes("l1Loss", output, target);
    return loss(context().aten().l1Loss(output, target, reduction.ordinal()));
  }

  /** Returns the mean of squared differences below 1 and absolute ones above. */
  default Loss smoothL1Loss(Tensor output, Tensor target) {
    return smoothL1Loss(output, target, Reduction.MEAN, 1);
  }

  /**
   * Returns {@code d² / (2 beta)} for differences {@code d} below {@code beta} and {@code |d| -
   * beta/2} for others.
   */
  default Loss smoothL1Loss(Tensor output, Tensor target, Reduction reduction, double beta) {
    LossArguments.of("smoothL1Loss")
        .given("output", output)
        .given("target", target)
        .given("reduction", reduction);
    requireSameSizes("smoothL1Loss", output, target);
    return loss(context().aten().smoothL1Loss(output, target, reduction.ordinal(), beta));
  }

  /** Returns the mean of Huber's loss with a delta of 1. */
  default Loss huberLoss(Tensor output, Tensor target) {
    return huberLoss(output, target, Reduction.MEAN, 1);
  }

  /**
   * Returns {@code d² / 2} for differences {@code d} below {@code delta} and {@code delta (|d| -
   * delta/2)} for others.
   */
  default Loss huberLoss(Tensor output, Tensor target, Reduction reduction, double delta) {
    LossArguments.of("huberLoss")
        .given("output", output)
        .given("target", target)
        .given("reduction", reduction);
    requireSameSizes("huberLoss", output, target);
    return loss(context().aten().huberLoss(output, target, reduction.ordinal(), delta));
  }

  /** Returns the mean negative log likelihood of counts; the outputs are logarithms of rates. */
  default Loss poissonNllLoss(Tensor output, Tensor target) {
    return poissonNllLoss(output, target, true, false, 1e-8, Reduction.MEAN);
  }

  /**
   * Returns the negative log likelihood of counts under Poisson distributions.
   *
   * @param isLogInput whether the outputs are logarithms of the rates
   * @param isFull whether Stirling's approximation of the factorial is added
   * @param eps is added to rates before their logarithm is taken
   */
  default Loss poissonNllLoss(
      Tensor output,
      Tensor target,
      boolean isLogInput,
      boolean isFull,
      double eps,
      Reduction reduction) {
    LossArguments.of("poissonNllLoss")
        .given("output", output)
        .given("target", target)
        .given("reduction", reduction);
    return loss(
        context()
            .aten()
            .poissonNllLoss(output, target, isLogInput, isFull, eps, reduction.ordinal()));
  }

  /** Returns the mean negative log likelihood of numbers under normal distributions. */
  default Loss gaussianNllLoss(Tensor output, Tensor target, Tensor variance) {
    return gaussianNllLoss(output, target, variance, false, 1e-6, Reduction.MEAN);
  }

  /**
   * Returns the negative log likelihood of numbers under normal distributions.
   *
   * @param variance of the sizes of the output, or without its last dimension, or 1 there; no
   *     element may be below 0, and reading that waits for a value on another device than the host
   * @param isFull whether the constant term is added
   * @param eps the smallest variance; the gradient ignores this bound
   * @throws InvalidArgument if an element of the variance is below 0, or {@code eps} not above 0
   */
  default Loss gaussianNllLoss(
      Tensor output,
      Tensor target,
      Tensor variance,
      boolean isFull,
      double eps,
      Reduction reduction) {
    LossArguments.of("gaussianNllLoss")
        .given("output", output)
        .given("target", target)
        .given("variance", variance)
        .given("reduction", reduction);
    if (!(eps > 0)) {
      throw new InvalidArgument("gaussianNllLoss", "eps", "must be above 0, found " + eps);
    }
    requireNoNegative(variance);
    Aten aten = context().aten();
    boolean isShorter = variance.rank() + 1 == output.rank();
    Tensor fitting = isShorter ? aten.unsqueeze(variance, -1) : variance;
    Tensor missing = aten.clampMin(aten.rsub(fitting.data(), eps), 0.0);
    Tensor bounded = aten.add(fitting, missing);
    Tensor difference = aten.sub(output, target);
    Tensor sum = aten.add(aten.log(bounded), aten.div(aten.mul(difference, difference), bounded));
    Tensor each = aten.mul(sum, 0.5);
    return loss(isFull ? aten.add(each, 0.5 * Math.log(2 * Math.PI)) : each, reduction);
  }

  private void requireNoNegative(Tensor variance) {
    Aten aten = context().aten();
    long count = aten.item(aten.sum(aten.lt(variance.data(), 0))).toLong();
    if (count > 0) {
      throw new InvalidArgument(
          "gaussianNllLoss",
          "variance",
          "must have no element below 0, found %d; pass squared deviations".formatted(count));
    }
  }

  private static void requireSameSizes(String loss, Tensor output, Tensor target) {
    if (!Arrays.equals(output.sizes(), target.sizes())) {
      throw new ShapeMismatch(
          loss, "output and target must have the same sizes", output.sizes(), target.sizes());
    }
  }
}
