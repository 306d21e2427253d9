package jackfield.aten.rule.loss;

import jackfield.aten.kernel.OutputPlan;
import jackfield.aten.kernel.OutputSpec;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * The rules of the connectionist temporal classification: the likelihood of a sequence of labels
 * over all its alignments with steps of a longer input.
 *
 * <p><em>Shapes</em>: {@code log_probs [steps, n, labels]} or {@code [steps, labels]}; {@code
 * targets [n, longest]} or all of them in a row; the losses {@code [n]} or {@code []}, {@code
 * log_alpha [n, steps, 2 longest + 1]} or {@code [steps, 2 longest + 1]}. <em>Types</em>: {@code
 * log_probs} float32 or float64, {@code targets} int32 or int64.
 *
 * <p>The bodies check that targets are labels before they write.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class AlignmentRules {
  private AlignmentRules() {}

  /** Plans the negative log likelihoods, and the logarithms of the forward variables. */
  public static OutputPlan ctcLoss(
      Tensor logProbs,
      Tensor targets,
      long[] inputLengths,
      long[] targetLengths,
      long blank,
      boolean zeroInfinity) {
    String operator = "_ctc_loss";
    check(operator, logProbs, targets, inputLengths, targetLengths, blank);
    boolean isBatch = logProbs.rank() == 3;
    long states = states(targetLengths);
    long[] losses = isBatch ? new long[] {logProbs.size(1)} : new long[0];
    long[] alpha =
        isBatch
            ? new long[] {logProbs.size(1), logProbs.size(0), states}
            : new long[] {logProbs.size(0), states};
    return OutputPlan.of(
        operator,
        new Tensor[] {logProbs, targets},
        new OutputSpec(logProbs.dtype(), losses),
        new OutputSpec(logProbs.dtype(), alpha));
  }

  /** Plans the gradient for {@code logProbs}. */
  public static OutputPlan ctcLossBackward(
      Tensor grad,
      Tensor logProbs,
      Tensor targets,
      long[] inputLengths,
      long[] targetLengths,
      Tensor negLogLikelihood,
      Tensor logAlpha,
      long blank,
      boolean zeroInfinity) {
    String operator = "_ctc_loss_backward";
    check(operator, logProbs, targets, inputLengths, targetLengths, blank);
    long batch = batch(logProbs);
    for (Tensor operand : new Tensor[] {grad, negLogLikelihood, logAlpha}) {
      Reductions.requireType(operator, "gradients and results", operand, logProbs);
    }
    Reductions.requireGradient(operator, grad, batch);
    Reductions.requireGradient(operator, negLogLikelihood, batch);
    long[] alpha = logAlpha.sizes();
    int rank = logProbs.rank();
    if (alpha.length != rank
        || alpha[rank - 1] != states(targetLengths)
        || alpha[rank - 2] != logProbs.size(0)
        || (rank == 3 && alpha[0] != batch)) {
      throw new ShapeMismatch(
          operator, "log_alpha is not that of log_probs", alpha, logProbs.sizes());
    }
    return OutputPlan.of(
        operator,
        new Tensor[] {logProbs, grad, targets, negLogLikelihood, logAlpha},
        new OutputSpec(logProbs.dtype(), logProbs.sizes()));
  }

  private static long batch(Tensor logProbs) {
    return logProbs.rank() == 3 ? logProbs.size(1) : 1;
  }

  private static long states(long[] targetLengths) {
    return Math.addExact(Math.multiplyExact(2, Arrays.stream(targetLengths).max().orElse(0)), 1);
  }

  private static void check(
      String operator,
      Tensor logProbs,
      Tensor targets,
      long[] inputLengths,
      long[] targetLengths,
      long blank) {
    checkTypes(operator, logProbs, targets);
    long labels = logProbs.size(logProbs.rank() - 1);
    if (blank < 0 || blank >= labels) {
      throw new InvalidArgument(
          operator, "blank", "is %d, expected 0 to %d".formatted(blank, labels - 1));
    }
    long steps = logProbs.size(0);
    checkLengths(operator, "input_lengths", inputLengths, batch(logProbs), steps);
    checkLengths(operator, "target_lengths", targetLengths, batch(logProbs), Integer.MAX_VALUE);
    checkTargets(operator, targets, targetLengths, batch(logProbs));
  }

  private static void checkTypes(String operator, Tensor logProbs, Tensor targets) {
    if (logProbs.dtype() != DType.FLOAT32 && logProbs.dtype() != DType.FLOAT64) {
      throw new TypeMismatch(
          operator, "expected log_probs of float32 or float64, found " + logProbs.dtype());
    }
    if (targets.dtype() != DType.INT64 && targets.dtype() != DType.INT32) {
      throw new TypeMismatch(
          operator, "expected targets of int32 or int64, found " + targets.dtype());
    }
    if (logProbs.rank() < 2 || logProbs.rank() > 3 || logProbs.elementCount() == 0) {
      throw new ShapeMismatch(
          operator, "expected log_probs with steps and labels, not empty", logProbs.sizes());
    }
  }

  private static void checkLengths(
      String operator, String argument, long[] lengths, long batch, long longest) {
    if (lengths.length != batch) {
      throw new InvalidArgument(
          operator, argument, "has %d lengths, expected %d".formatted(lengths.length, batch));
    }
    for (long length : lengths) {
      if (length < 0 || length > longest) {
        throw new InvalidArgument(
            operator, argument, "has %d, expected 0 to %d".formatted(length, longest));
      }
    }
  }

  private static void checkTargets(
      String operator, Tensor targets, long[] targetLengths, long batch) {
    boolean fits =
        targets.rank() == 1
            ? targets.size(0) == Arrays.stream(targetLengths).sum()
            : targets.rank() == 2
                && targets.size(0) == batch
                && targets.size(1) >= Arrays.stream(targetLengths).max().orElse(0);
    if (!fits) {
      throw new ShapeMismatch(
          operator,
          "expected a row of targets for each sequence, or all in one row, of lengths "
              + Arrays.toString(targetLengths),
          targets.sizes());
    }
  }
}
