package jackfield.backend.cpu.loss;

import jackfield.backend.cpu.memory.ArrayLength;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import java.util.function.IntConsumer;

/**
 * The kernels of {@code _ctc_loss}, connectionist temporal classification, and its gradient.
 * Threads share the sequences. All targets are read and checked before anything is written.
 *
 * <p><em>Shapes</em>: logProbs [steps, n, labels] or [steps, labels]; targets [n, longest], or all
 * of them in a row; losses [n] or []; logAlpha [n, steps, 2 longest + 1] or [steps, 2 longest + 1].
 * <em>Types</em>: logProbs float32 or float64, targets int32 or int64.
 */
public final class CtcLossKernels {
  private static final long GRAIN = 1 << 10; // states of a part of a parallel loop

  private CtcLossKernels() {}

  /** Writes the negative log likelihoods, and the logarithms of the forward variables. */
  public static void loss(
      Tensor logProbs,
      Tensor targets,
      long[] inputLengths,
      long[] targetLengths,
      long blank,
      boolean zeroInfinity,
      Tensor negLogLikelihood,
      Tensor logAlpha) {
    String operator = "_ctc_loss";
    checkLengths(operator, logProbs, logAlpha);
    int[][] labels = labels(operator, logProbs, targets, targetLengths);
    StepRows alphas = StepRows.ofSequences(logAlpha);
    Sequences sequences =
        new Sequences(StepRows.ofSteps(logProbs), alphas, inputLengths, labels, (int) blank);
    ScoreRows losses = ScoreRows.ofVector(negLogLikelihood);
    sequences.forEach(
        n -> losses.put(losses.at(n), sequences.alignment(n, false).forward(alphas.of(n))));
  }

  /** Writes the gradient. */
  public static void backward(
      Tensor grad,
      Tensor logProbs,
      Tensor targets,
      long[] inputLengths,
      long[] targetLengths,
      Tensor negLogLikelihood,
      Tensor logAlpha,
      long blank,
      boolean zeroInfinity,
      Tensor output) {
    String operator = "_ctc_loss_backward";
    checkLengths(operator, logProbs, logAlpha);
    int[][] labels = labels(operator, logProbs, targets, targetLengths);
    StepRows alphas = StepRows.ofSequences(logAlpha);
    Sequences sequences =
        new Sequences(StepRows.ofSteps(logProbs), alphas, inputLengths, labels, (int) blank);
    StepRows grads = StepRows.ofSteps(output);
    ScoreRows losses = ScoreRows.ofVector(negLogLikelihood);
    ScoreRows incoming = ScoreRows.ofVector(grad);
    sequences.forEach(n -> {
      double loss = losses.first(n);
      boolean isZero = zeroInfinity && loss == Double.POSITIVE_INFINITY;
      CtcAlignments alignment = sequences.alignment(n, isZero);
      alignment.backward(alphas.of(n), loss, incoming.first(n), grads.of(n));
    });
  }

  /** The sequences of one call, with as many labels as each has. */
  private record Sequences(
      StepRows logs, StepRows alphas, long[] lengths, int[][] labels, int blank) {
    /** Calls an action for each sequence. */
    void forEach(IntConsumer action) {
      long states = Math.max(1, alphas.steps() * (long) alphas.columns());
      Parallel.range(
          labels.length,
          Math.max(1, GRAIN / states),
          (first, end) -> {
            for (int n = (int) first; n < end; n++) {
              action.accept(n);
            }
          });
    }

    /** Returns the alignments of a sequence, without steps if its gradient is zero. */
    CtcAlignments alignment(int n, boolean isZero) {
      return new CtcAlignments(logs.of(n), isZero ? 0 : (int) lengths[n], labels[n], blank);
    }
  }

  /** Refuses steps, states and labels that are too many to be counted by 32 bits. */
  private static void checkLengths(String operator, Tensor logProbs, Tensor logAlpha) {
    ArrayLength.of(operator, "log_probs", logProbs.size(logProbs.rank() - 1));
    ArrayLength.of(operator, "log_alpha", logAlpha.elementCount());
  }

  private static int[][] labels(
      String operator, Tensor logProbs, Tensor targets, long[] targetLengths) {
    ScoreRows classes = ScoreRows.of(logProbs.rank() == 2 ? logProbs : first(logProbs));
    boolean isInRow = targets.rank() == 1;
    boolean isLong = targets.dtype() == DType.INT64;
    long size = targets.dtype().sizeBytes();
    long step = targets.stride(targets.rank() - 1) * size;
    int[][] labels = new int[targetLengths.length][];
    long next = targets.elementCount() == 0 ? 0 : targets.address();
    for (int n = 0; n < labels.length; n++) {
      labels[n] = new int[ArrayLength.of(operator, "targets", targetLengths[n])];
      for (int i = 0; i < labels[n].length; i++) {
        long at = next + i * step;
        long label = isLong ? HostBytes.longAt(at) : HostBytes.intAt(at);
        labels[n][i] = (int) classes.checked(operator, "targets", label);
      }
      next += isInRow ? targetLengths[n] * step : targets.stride(0) * size;
    }
    return labels;
  }

  private static Tensor first(Tensor steps) {
    long[] sizes = {steps.size(1), steps.size(2)};
    return steps.alias(sizes, new long[] {steps.stride(1), steps.stride(2)}, steps.offset());
  }
}
