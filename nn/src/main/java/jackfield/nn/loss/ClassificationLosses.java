package jackfield.nn.loss;

import jackfield.tensor.Tensor;

/**
 * Makes losses of classes and probabilities. The names are those of {@code torch.nn.functional},
 * and without a {@link Reduction} the mean is taken, as there.
 *
 * <p><em>Errors</em>: each method throws {@link jackfield.tensor.ShapeMismatch} for sizes that do
 * not fit, {@link jackfield.tensor.TypeMismatch} for element types and {@link
 * jackfield.error.InvalidArgument} for numbers out of range.
 */
public interface ClassificationLosses extends LossFactory {
  /** The class that cross entropy and negative log likelihood leave out, as in PyTorch. */
  long IGNORED_CLASS = -100;

  /**
   * Returns the mean cross entropy between scores and classes.
   *
   * @param scores unnormalized, {@code [batch, classes]} or {@code [batch, classes, *]}
   * @param labels the classes as int64, {@code [batch]} or {@code [batch, *]}, or probabilities of
   *     the sizes of the scores
   */
  default Loss crossEntropy(Tensor scores, Tensor labels) {
    return crossEntropy(scores, labels, null, Reduction.MEAN, 0);
  }

  /**
   * Returns the cross entropy between scores and classes.
   *
   * @param weight a factor for each class, null for 1
   * @param labelSmoothing the share of the target that is spread evenly over all classes, 0 to 1
   */
  default Loss crossEntropy(
      Tensor scores, Tensor labels, Tensor weight, Reduction reduction, double labelSmoothing) {
    return crossEntropy(scores, labels, weight, reduction, labelSmoothing, IGNORED_CLASS);
  }

  /**
   * Returns the cross entropy between scores and classes.
   *
   * @param weight a factor for each class, null for 1
   * @param labelSmoothing the share of the target that is spread evenly over all classes, 0 to 1
   * @param ignoreIndex the class whose examples are left out
   */
  default Loss crossEntropy(
      Tensor scores,
      Tensor labels,
      Tensor weight,
      Reduction reduction,
      double labelSmoothing,
      long ignoreIndex) {
    LossArguments.of("crossEntropy")
        .given("scores", scores)
        .given("labels", labels)
        .given("reduction", reduction);
    return loss(
        context()
            .aten()
            .crossEntropyLoss(
                scores, labels, weight, reduction.ordinal(), ignoreIndex, labelSmoothing));
  }

  /** Returns the mean negative log likelihood of classes; the scores are logarithms. */
  default Loss nllLoss(Tensor logProbabilities, Tensor labels) {
    return nllLoss(logProbabilities, labels, null, Reduction.MEAN);
  }

  /**
   * Returns the negative log likelihood; {@code weight} has a factor for each class, or is null.
   */
  default Loss nllLoss(Tensor logProbabilities, Tensor labels, Tensor weight, Reduction reduction) {
    LossArguments.of("nllLoss")
        .given("logProbabilities", logProbabilities)
        .given("labels", labels)
        .given("reduction", reduction);
    return loss(
        context()
            .aten()
            .nllLossNd(logProbabilities, labels, weight, reduction.ordinal(), IGNORED_CLASS));
  }

  /** Returns the mean binary cross entropy of probabilities and targets from 0 to 1. */
  default Loss binaryCrossEntropy(Tensor probabilities, Tensor targets) {
    return binaryCrossEntropy(probabilities, targets, null, Reduction.MEAN);
  }

  /**
   * Returns the binary cross entropy of probabilities and targets from 0 to 1.
   *
   * @param weight a factor for each element, null for 1
   */
  default Loss binaryCrossEntropy(
      Tensor probabilities, Tensor targets, Tensor weight, Reduction reduction) {
    LossArguments.of("binaryCrossEntropy")
        .given("probabilities", probabilities)
        .given("targets", targets)
        .given("reduction", reduction);
    return loss(
        context().aten().binaryCrossEntropy(probabilities, targets, weight, reduction.ordinal()));
  }

  /** Returns the mean binary cross entropy; the sigmoid of each score is the probability. */
  default Loss binaryCrossEntropyWithLogits(Tensor scores, Tensor targets) {
    return binaryCrossEntropyWithLogits(scores, targets, null, null, Reduction.MEAN);
  }

  /**
   * Returns the binary cross entropy; the sigmoid of each score is the probability.
   *
   * @param weight a factor for each element, null for 1
   * @param positiveWeight a factor for the targets of each class, null for 1
   */
  default Loss binaryCrossEntropyWithLogits(
      Tensor scores, Tensor targets, Tensor weight, Tensor positiveWeight, Reduction reduction) {
    LossArguments.of("binaryCrossEntropyWithLogits")
        .given("scores", scores)
        .given("targets", targets)
        .given("reduction", reduction);
    return loss(
        context()
            .aten()
            .binaryCrossEntropyWithLogits(
                scores, targets, weight, positiveWeight, reduction.ordinal()));
  }

  /** Returns the mean, over all elements, of the divergence of {@code target} from the input. */
  default Loss klDiv(Tensor logProbabilities, Tensor target) {
    return klDiv(logProbabilities, target, Reduction.MEAN, false);
  }

  /**
   * Returns the Kullback-Leibler divergence of {@code target} from the input, element by element.
   *
   * @param isLogTarget whether the targets are logarithms of probabilities, too
   */
  default Loss klDiv(
      Tensor logProbabilities, Tensor target, Reduction reduction, boolean isLogTarget) {
    LossArguments.of("klDiv")
        .given("logProbabilities", logProbabilities)
        .given("target", target)
        .given("reduction", reduction);
    return loss(context().aten().klDiv(logProbabilities, target, reduction.ordinal(), isLogTarget));
  }

  /**
   * Returns the Kullback-Leibler divergence, divided by the first size, which PyTorch calls {@code
   * batchmean}.
   *
   * @param isLogTarget whether the targets are logarithms of probabilities, too
   */
  default Loss klDivBatchMean(Tensor logProbabilities, Tensor target, boolean isLogTarget) {
    LossArguments.of("klDivBatchMean")
        .given("logProbabilities", logProbabilities)
        .given("target", target);
    Tensor sum =
        context().aten().klDiv(logProbabilities, target, Reduction.SUM.ordinal(), isLogTarget);
    return loss(context().aten().div(sum, (double) logProbabilities.size(0)));
  }

  /**
   * Returns the connectionist temporal classification loss: the mean, over the batch, of each loss
   * divided by the length of its target.
   *
   * @param logProbabilities {@code [steps, batch, classes]}
   * @param targets {@code [batch, longest]}, or all targets one after the other
   */
  default Loss ctcLoss(
      Tensor logProbabilities, Tensor targets, long[] inputLengths, long[] targetLengths) {
    return ctcLoss(
        logProbabilities, targets, inputLengths, targetLengths, 0, Reduction.MEAN, false);
  }

  /**
   * Returns the connectionist temporal classification loss.
   *
   * @param logProbabilities {@code [steps, batch, classes]}
   * @param targets {@code [batch, longest]}, or all targets one after the other
   * @param blank the class that stands for no symbol
   * @param zeroInfinity whether infinite losses, of targets that are too long, count as 0
   */
  default Loss ctcLoss(
      Tensor logProbabilities,
      Tensor targets,
      long[] inputLengths,
      long[] targetLengths,
      long blank,
      Reduction reduction,
      boolean zeroInfinity) {
    LossArguments.of("ctcLoss")
        .given("logProbabilities", logProbabilities)
        .given("targets", targets)
        .given("inputLengths", inputLengths)
        .given("targetLengths", targetLengths)
        .given("reduction", reduction);
    return loss(
        context()
            .aten()
            .ctcLoss(
                logProbabilities,
                targets,
                inputLengths,
                targetLengths,
                blank,
                reduction.ordinal(),
                zeroInfinity));
  }
}
