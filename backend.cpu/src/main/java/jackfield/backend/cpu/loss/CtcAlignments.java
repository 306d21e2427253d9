package jackfield.backend.cpu.loss;

import java.util.Arrays;

/**
 * All alignments of one sequence of labels with steps of an input. The states of an alignment are
 * the labels with blanks before, between and after them; a step goes on to the same state, the next
 * one, or past a blank between different labels.
 *
 * <p><em>Source</em>: Graves et al., Connectionist temporal classification, 2006. The gradient is
 * PyTorch's: it contains that of the softmax by which the logarithms are normalized.
 */
final class CtcAlignments {
  private static final double NEVER = Double.NEGATIVE_INFINITY;

  private final StepRows logs;
  private final int steps;
  private final int[] labels; // of the states
  private final boolean[] skips; // whether a step may go from a state past the next one
  private final boolean hasLabels;

  CtcAlignments(StepRows logs, int steps, int[] targets, int blank) {
    this.logs = logs;
    this.steps = steps;
    this.hasLabels = targets.length > 0;
    this.labels = new int[2 * targets.length + 1];
    this.skips = new boolean[labels.length];
    Arrays.setAll(labels, s -> s % 2 == 0 ? blank : targets[s / 2]);
    for (int s = 0; s + 2 < labels.length; s++) {
      skips[s] = labels[s] != labels[s + 2];
    }
  }

  /**
   * Writes the forward variables: the logarithm of the probability of all paths to each state.
   *
   * @return the negative logarithm of the probability of all alignments
   */
  double forward(StepRows alphas) {
    double[] now = new double[labels.length];
    double[] before = new double[labels.length];
    for (int t = 0; t < steps; t++) {
      double[] previous = now;
      now = before;
      before = previous;
      for (int s = 0; s < now.length; s++) {
        double paths = t == 0 ? s < 2 ? 0 : NEVER : pathsTo(before, s);
        now[s] = paths + logs.at(t, labels[s]);
        alphas.put(t, s, now[s]);
      }
      alphas.fill(t, now.length, NEVER);
    }
    for (int t = steps; t < alphas.steps(); t++) {
      alphas.fill(t, 0, NEVER);
    }
    if (steps == 0) {
      return hasLabels ? Double.POSITIVE_INFINITY : 0;
    }
    int last = now.length - 1;
    return -sum(now[last], last > 0 ? now[last - 1] : NEVER, NEVER);
  }

  private double pathsTo(double[] before, int s) {
    return sum(
        before[s], s > 0 ? before[s - 1] : NEVER, s > 1 && skips[s - 2] ? before[s - 2] : NEVER);
  }

  private double pathsFrom(double[] after, int s) {
    return sum(
        after[s], s + 1 < after.length ? after[s + 1] : NEVER, skips[s] ? after[s + 2] : NEVER);
  }

  /** Writes the gradient for each logarithm, where {@code incoming} is that of the loss. */
  void backward(StepRows alphas, double loss, double incoming, StepRows grads) {
    double[] now = new double[labels.length];
    double[] after = new double[labels.length];
    double[] through = new double[grads.columns()];
    int last = labels.length - 1;
    for (int t = steps - 1; t >= 0; t--) {
      double[] next = now;
      now = after;
      after = next;
      Arrays.fill(through, NEVER);
      for (int s = last; s >= 0; s--) {
        double paths = t == steps - 1 ? s >= last - 1 ? 0 : NEVER : pathsFrom(after, s);
        now[s] = paths + logs.at(t, labels[s]);
      }
      for (int s = 0; s <= last; s++) {
        int label = labels[s];
        through[label] = sum(through[label], alphas.at(t, s) + now[s], NEVER);
      }
      write(t, through, loss, incoming, grads);
    }
    for (int t = steps; t < grads.steps(); t++) {
      grads.fill(t, 0, 0);
    }
  }

  private void write(int t, double[] through, double loss, double incoming, StepRows grads) {
    for (int c = 0; c < through.length; c++) {
      double log = logs.at(t, c);
      double share = exp(through[c] + loss - log);
      grads.put(t, c, (Math.exp(log) - share) * incoming);
    }
  }

  /** Returns e to the power of a number, without a call for labels on no path. */
  private static double exp(double log) {
    return log == NEVER ? 0 : Math.exp(log);
  }

  /** Returns the logarithm of the sum of three numbers given by their logarithms. */
  private static double sum(double a, double b, double c) {
    double greatest = Math.max(a, Math.max(b, c));
    if (greatest == NEVER) {
      return NEVER;
    }
    return greatest + Math.log(part(a, greatest) + part(b, greatest) + part(c, greatest));
  }

  /** Returns a number relative to the greatest, without a call where it is 1 or 0. */
  private static double part(double log, double greatest) {
    double rest = log - greatest;
    return rest == 0 ? 1 : exp(rest);
  }
}
