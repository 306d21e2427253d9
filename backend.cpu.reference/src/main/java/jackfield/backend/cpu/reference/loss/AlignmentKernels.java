package jackfield.backend.cpu.reference.loss;

import jackfield.aten.Aten;
import jackfield.backend.cpu.reference.element.ArrayLength;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/** The connectionist temporal classification, sequence by sequence. */
public final class AlignmentKernels {
  private AlignmentKernels() {}

  /** Registers the kernels. */
  public static void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten._CTC_LOSS, AlignmentKernels::loss)
        .structured(Aten._CTC_LOSS_BACKWARD, AlignmentKernels::backward);
  }

  private static void loss(
      Tensor logProbs,
      Tensor targets,
      long[] inputLengths,
      long[] targetLengths,
      long blank,
      boolean zeroInfinity,
      Tensor negLogLikelihood,
      Tensor logAlpha) {
    Alignment[] sequences =
        sequences("_ctc_loss", logProbs, targets, inputLengths, targetLengths, blank);
    double[] losses = new double[sequences.length];
    int states = (int) logAlpha.size(logAlpha.rank() - 1);
    int steps = (int) logProbs.size(0);
    double[] alphas = new double[ArrayLength.of("_ctc_loss", "log_probs", logAlpha.elementCount())];
    Arrays.fill(alphas, Double.NEGATIVE_INFINITY);
    for (int n = 0; n < sequences.length; n++) {
      double[][] alpha = sequences[n].forward();
      losses[n] = sequences[n].loss(alpha);
      for (int t = 0; t < alpha.length; t++) {
        System.arraycopy(alpha[t], 0, alphas, (n * steps + t) * states, alpha[t].length);
      }
    }
    Losses.fill(negLogLikelihood, losses);
    Losses.fill(logAlpha, alphas);
  }

  private static void backward(
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
    Alignment[] sequences =
        sequences("_ctc_loss_backward", logProbs, targets, inputLengths, targetLengths, blank);
    double[] incoming = HostData.doubles(grad);
    double[] losses = HostData.doubles(negLogLikelihood);
    double[] alphas = HostData.doubles(logAlpha);
    int states = (int) logAlpha.size(logAlpha.rank() - 1);
    int steps = (int) logProbs.size(0);
    int labels = (int) logProbs.size(logProbs.rank() - 1);
    double[] grads = new double[steps * sequences.length * labels];
    for (int n = 0; n < sequences.length; n++) {
      if (zeroInfinity && losses[n] == Double.POSITIVE_INFINITY) {
        continue; // its gradient is 0
      }
      double[][] alpha = new double[steps][];
      for (int t = 0; t < steps; t++) {
        int from = (n * steps + t) * states;
        alpha[t] = Arrays.copyOfRange(alphas, from, from + states);
      }
      double[][] ofSequence = sequences[n].gradients(alpha, losses[n], incoming[n]);
      for (int t = 0; t < ofSequence.length; t++) {
        int to = (t * sequences.length + n) * labels;
        System.arraycopy(ofSequence[t], 0, grads, to, labels);
      }
    }
    Losses.fill(output, grads);
  }

  private static Alignment[] sequences(
      String operator,
      Tensor logProbs,
      Tensor targets,
      long[] inputLengths,
      long[] targetLengths,
      long blank) {
    double[] logs = HostData.doubles(logProbs);
    long[] all = HostData.longs(targets);
    int labels = (int) logProbs.size(logProbs.rank() - 1);
    int batch = targetLengths.length;
    Alignment[] sequences = new Alignment[batch];
    int next = 0;
    for (int n = 0; n < batch; n++) {
      int first = targets.rank() == 1 ? next : n * (int) targets.size(1);
      next += (int) targetLengths[n];
      long[] sequence = Arrays.copyOfRange(all, first, first + (int) targetLengths[n]);
      for (long label : sequence) {
        Losses.requireClass(operator, "targets", label, labels);
      }
      double[][] steps = new double[(int) inputLengths[n]][];
      for (int t = 0; t < steps.length; t++) {
        int from = (t * batch + n) * labels;
        steps[t] = Arrays.copyOfRange(logs, from, from + labels);
      }
      sequences[n] = new Alignment(steps, sequence, (int) blank);
    }
    return sequences;
  }
}
