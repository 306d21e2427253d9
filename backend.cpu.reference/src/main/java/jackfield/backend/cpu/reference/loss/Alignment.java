package jackfield.backend.cpu.reference.loss;

import java.util.Arrays;

/**
 * All alignments of one sequence of labels with steps of an input. The states of an alignment are
 * the labels with blanks before, between and after them; a step goes on to the same state, the next
 * one, or past a blank between different labels.
 *
 * <p><em>Source</em>: Graves et al., Connectionist temporal classification, 2006. The gradient is
 * PyTorch's: it contains that of the softmax by which the logarithms are normalized.
 */
final class Alignment {
  private static final double NEVER = Double.NEGATIVE_INFINITY;

  private final double[][] logProbs; // by step and label
  private final long[] labels;
  private final int blank;

  Alignment(double[][] logProbs, long[] labels, int blank) {
    this.logProbs = logProbs;
    this.labels = labels;
    this.blank = blank;
  }

  private int states() {
    return 2 * labels.length + 1;
  }

  private int label(int state) {
    return state % 2 == 0 ? blank : (int) labels[state / 2];
  }

  /** Whether a step may go from state {@code s} past the next one. */
  private boolean skips(int s) {
    return s + 2 < states() && label(s) != label(s + 2);
  }

  /** Returns the logarithm of the probability of all ways to each state at each step. */
  double[][] forward() {
    double[][] alpha = new double[logProbs.length][states()];
    for (int t = 0; t < alpha.length; t++) {
      for (int s = 0; s < states(); s++) {
        double before =
            t == 0
                ? s < 2 ? 0 : NEVER
                : sum(
                    alpha[t - 1][s],
                    s > 0 ? alpha[t - 1][s - 1] : NEVER,
                    s > 1 && skips(s - 2) ? alpha[t - 1][s - 2] : NEVER);
        alpha[t][s] = before + logProbs[t][label(s)];
      }
    }
    return alpha;
  }

  /** Returns the logarithm of the probability of all ways from each state at each step. */
  private double[][] backward() {
    double[][] beta = new double[logProbs.length][states()];
    int last = states() - 1;
    for (int t = beta.length - 1; t >= 0; t--) {
      for (int s = last; s >= 0; s--) {
        double after =
            t == beta.length - 1
                ? s >= last - 1 ? 0 : NEVER
                : sum(
                    beta[t + 1][s],
                    s < last ? beta[t + 1][s + 1] : NEVER,
                    skips(s) ? beta[t + 1][s + 2] : NEVER);
        beta[t][s] = after + logProbs[t][label(s)];
      }
    }
    return beta;
  }

  /** Returns the negative logarithm of the probability of all alignments. */
  double loss(double[][] alpha) {
    if (logProbs.length == 0) {
      return labels.length == 0 ? 0 : Double.POSITIVE_INFINITY;
    }
    double[] end = alpha[alpha.length - 1];
    int last = states() - 1;
    return -sum(end[last], last > 0 ? end[last - 1] : NEVER, NEVER);
  }

  /** Returns the gradient for each logarithm, where {@code incoming} is that of the loss. */
  double[][] gradients(double[][] alpha, double loss, double incoming) {
    double[][] beta = backward();
    double[][] grads = new double[logProbs.length][];
    for (int t = 0; t < grads.length; t++) {
      double[] through = new double[logProbs[t].length];
      Arrays.fill(through, NEVER);
      for (int s = 0; s < states(); s++) {
        int label = label(s);
        through[label] = sum(through[label], alpha[t][s] + beta[t][s], NEVER);
      }
      grads[t] = new double[through.length];
      for (int c = 0; c < through.length; c++) {
        double log = logProbs[t][c];
        grads[t][c] = (Math.exp(log) - Math.exp(through[c] + loss - log)) * incoming;
      }
    }
    return grads;
  }

  /** Returns the logarithm of the sum of three numbers given by their logarithms. */
  private static double sum(double a, double b, double c) {
    double greatest = Math.max(a, Math.max(b, c));
    if (greatest == NEVER) {
      return NEVER;
    }
    return greatest
        + Math.log(Math.exp(a - greatest) + Math.exp(b - greatest) + Math.exp(c - greatest));
  }
}
