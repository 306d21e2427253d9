package jackfield.nn.loss;

import jackfield.aten.Aten;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/**
 * Makes losses that compare scores or distances with a margin. The names are those of {@code
 * torch.nn.functional}, and without a {@link Reduction} the mean is taken, as there.
 *
 * <p><em>Errors</em>: each method throws {@link jackfield.tensor.ShapeMismatch} for sizes that do
 * not fit, {@link jackfield.tensor.TypeMismatch} for element types and {@link
 * jackfield.error.InvalidArgument} for numbers out of range.
 */
public interface MarginLosses extends LossFactory {
  /** Returns the mean hinge loss of distances with a margin of 1; targets are 1 or -1. */
  default Loss hingeEmbeddingLoss(Tensor distances, Tensor target) {
    return hingeEmbeddingLoss(distances, target, 1, Reduction.MEAN);
  }

  /** Returns the distance where the target is 1, and what it lacks to the margin where it is -1. */
  default Loss hingeEmbeddingLoss(
      Tensor distances, Tensor target, double margin, Reduction reduction) {
    LossArguments.of("hingeEmbeddingLoss")
        .given("distances", distances)
        .given("target", target)
        .given("reduction", reduction);
    return loss(
        context().aten().hingeEmbeddingLoss(distances, target, margin, reduction.ordinal()));
  }

  /** Returns the mean loss of the cosine of two vectors with a margin of 0. */
  default Loss cosineEmbeddingLoss(Tensor first, Tensor second, Tensor target) {
    return cosineEmbeddingLoss(first, second, target, 0, Reduction.MEAN);
  }

  /**
   * Returns 1 minus the cosine where the target is 1, and what the cosine exceeds the margin by
   * where it is -1.
   */
  default Loss cosineEmbeddingLoss(
      Tensor first, Tensor second, Tensor target, double margin, Reduction reduction) {
    LossArguments.of("cosineEmbeddingLoss")
        .given("first", first)
        .given("second", second)
        .given("target", target)
        .given("reduction", reduction);
    return loss(
        context().aten().cosineEmbeddingLoss(first, second, target, margin, reduction.ordinal()));
  }

  /** Returns the mean ranking loss with a margin of 0. */
  default Loss marginRankingLoss(Tensor first, Tensor second, Tensor target) {
    return marginRankingLoss(first, second, target, 0, Reduction.MEAN);
  }

  /** Returns {@code max(0, margin - target (first - second))}; the target is 1 or -1. */
  default Loss marginRankingLoss(
      Tensor first, Tensor second, Tensor target, double margin, Reduction reduction) {
    LossArguments.of("marginRankingLoss")
        .given("first", first)
        .given("second", second)
        .given("target", target)
        .given("reduction", reduction);
    return loss(
        context().aten().marginRankingLoss(first, second, target, margin, reduction.ordinal()));
  }

  /** Returns the mean hinge loss of several classes, with a power and a margin of 1. */
  default Loss multiMarginLoss(Tensor scores, Tensor labels) {
    return multiMarginLoss(scores, labels, 1, 1, null, Reduction.MEAN);
  }

  /**
   * Returns the hinge loss of several classes.
   *
   * @param p the power of what a score lacks to the margin, 1 or 2
   * @param weight a factor for each class, null for 1
   */
  default Loss multiMarginLoss(
      Tensor scores, Tensor labels, long p, double margin, Tensor weight, Reduction reduction) {
    LossArguments.of("multiMarginLoss")
        .given("scores", scores)
        .given("labels", labels)
        .given("reduction", reduction);
    return loss(
        context()
            .aten()
            .multiMarginLoss(
                scores, labels, Scalar.of(p), Scalar.of(margin), weight, reduction.ordinal()));
  }

  /** Returns the mean hinge loss of several classes at once; -1 ends a row of labels. */
  default Loss multilabelMarginLoss(Tensor scores, Tensor labels) {
    return multilabelMarginLoss(scores, labels, Reduction.MEAN);
  }

  /** Returns the hinge loss of several classes at once; -1 ends a row of labels. */
  default Loss multilabelMarginLoss(Tensor scores, Tensor labels, Reduction reduction) {
    LossArguments.of("multilabelMarginLoss")
        .given("scores", scores)
        .given("labels", labels)
        .given("reduction", reduction);
    return loss(context().aten().multilabelMarginLoss(scores, labels, reduction.ordinal()));
  }

  /** Returns the mean binary cross entropy of several classes at once; targets are 0 or 1. */
  default Loss multilabelSoftMarginLoss(Tensor scores, Tensor targets) {
    return multilabelSoftMarginLoss(scores, targets, null, Reduction.MEAN);
  }

  /**
   * Returns the binary cross entropy of several classes at once, its mean over the classes.
   *
   * @param weight a factor for each class, null for 1
   */
  default Loss multilabelSoftMarginLoss(
      Tensor scores, Tensor targets, Tensor weight, Reduction reduction) {
    LossArguments.of("multilabelSoftMarginLoss")
        .given("scores", scores)
        .given("targets", targets)
        .given("reduction", reduction);
    Aten aten = context().aten();
    Tensor positive = aten.mul(targets, aten.logSigmoid(scores));
    Tensor negative = aten.mul(aten.rsub(targets, 1.0), aten.logSigmoid(aten.neg(scores)));
    Tensor each = aten.neg(aten.add(positive, negative));
    Tensor weighted = weight == null ? each : aten.mul(each, weight);
    Tensor rows = aten.mean(weighted, new long[] {-1}, false);
    return loss(rows, reduction);
  }

  /** Returns the mean of {@code log(1 + exp(-target · score))}; targets are 1 or -1. */
  default Loss softMarginLoss(Tensor scores, Tensor target) {
    return softMarginLoss(scores, target, Reduction.MEAN);
  }

  /** Returns {@code log(1 + exp(-target · score))}; targets are 1 or -1. */
  default Loss softMarginLoss(Tensor scores, Tensor target, Reduction reduction) {
    LossArguments.of("softMarginLoss")
        .given("scores", scores)
        .given("target", target)
        .given("reduction", reduction);
    return loss(context().aten().softMarginLoss(scores, target, reduction.ordinal()));
  }

  /** Returns the mean triplet loss of Euclidean distances with a margin of 1. */
  default Loss tripletMarginLoss(Tensor anchor, Tensor positive, Tensor negative) {
    return tripletMarginLoss(anchor, positive, negative, 1, 2, 1e-6, false, Reduction.MEAN);
  }

  /**
   * Returns what the distance to the negative lacks to the distance to the positive plus the
   * margin.
   *
   * @param p the power of the distance's norm
   * @param eps is added to each difference
   * @param swap whether the distance of positive and negative counts if it is smaller
   */
  default Loss tripletMarginLoss(
      Tensor anchor,
      Tensor positive,
      Tensor negative,
      double margin,
      double p,
      double eps,
      boolean swap,
      Reduction reduction) {
    LossArguments.of("tripletMarginLoss")
        .given("anchor", anchor)
        .given("positive", positive)
        .given("negative", negative)
        .given("reduction", reduction);
    return loss(
        context()
            .aten()
            .tripletMarginLoss(
                anchor, positive, negative, margin, p, eps, swap, reduction.ordinal()));
  }
}
