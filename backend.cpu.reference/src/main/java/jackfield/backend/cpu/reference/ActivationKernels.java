package jackfield.backend.cpu.reference;

import jackfield.aten.kernel.LinePlan;
import jackfield.aten.kernel.SliceIterator;

/** Softmax along one dimension, its logarithm, and their gradients; all in double precision. */
final class ActivationKernels {
  private ActivationKernels() {}

  static void softmax(LinePlan plan) {
    forEachLine(
        plan,
        (to, from) -> {
          double max = max(from);
          double sum = sumOfExponentials(from, max);
          for (long i = 0; i < from.length(); i++) {
            to.put(i, Math.exp(from.doubleAt(i) - max) / sum);
          }
        });
  }

  static void logSoftmax(LinePlan plan) {
    forEachLine(
        plan,
        (to, from) -> {
          double max = max(from);
          double logOfSum = Math.log(sumOfExponentials(from, max));
          for (long i = 0; i < from.length(); i++) {
            to.put(i, from.doubleAt(i) - max - logOfSum);
          }
        });
  }

  /** The gradient is (g − Σ g·y)·y, for the output y. */
  static void softmaxBackward(LinePlan plan) {
    forEachLine(
        plan,
        (to, grad, y) -> {
          double sum = 0;
          for (long i = 0; i < grad.length(); i++) {
            sum += grad.doubleAt(i) * y.doubleAt(i);
          }
          for (long i = 0; i < grad.length(); i++) {
            to.put(i, (grad.doubleAt(i) - sum) * y.doubleAt(i));
          }
        });
  }

  /** The gradient is g − exp(y)·Σ g, for the output y. */
  static void logSoftmaxBackward(LinePlan plan) {
    forEachLine(
        plan,
        (to, grad, y) -> {
          double sum = 0;
          for (long i = 0; i < grad.length(); i++) {
            sum += grad.doubleAt(i);
          }
          for (long i = 0; i < grad.length(); i++) {
            to.put(i, grad.doubleAt(i) - Math.exp(y.doubleAt(i)) * sum);
          }
        });
  }

  /**
   * Returns the maximum, which is subtracted from every element so that no exponential overflows;
   * NaN if one element is NaN.
   */
  private static double max(Line line) {
    double max = Double.NEGATIVE_INFINITY;
    for (long i = 0; i < line.length(); i++) {
      max = Math.max(max, line.doubleAt(i));
    }
    return max;
  }

  private static double sumOfExponentials(Line line, double max) {
    double sum = 0;
    for (long i = 0; i < line.length(); i++) {
      sum += Math.exp(line.doubleAt(i) - max);
    }
    return sum;
  }

  private interface OneLine {
    void run(Line to, Line from);
  }

  private interface TwoLines {
    void run(Line to, Line first, Line second);
  }

  private static void forEachLine(LinePlan plan, OneLine body) {
    SliceIterator lines = plan.lines();
    if (lines.length(0) > 0) { // there may be any number of lines without elements
      lines.forEach(at -> body.run(Line.of(lines, 0, at), Line.of(lines, 1, at)));
    }
  }

  private static void forEachLine(LinePlan plan, TwoLines body) {
    SliceIterator lines = plan.lines();
    if (lines.length(0) > 0) {
      lines.forEach(
          at -> body.run(Line.of(lines, 0, at), Line.of(lines, 1, at), Line.of(lines, 2, at)));
    }
  }
}
