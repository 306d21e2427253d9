package jackfield.backend.cpu.reference;

import jackfield.aten.kernel.Dimensions;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/** Softmax along one dimension, its logarithm, and their gradients; all in double precision. */
final class ActivationKernels {
  private ActivationKernels() {}

  static void softmax(Tensor self, long dim, boolean halfToFloat, Tensor out) {
    forEachLine(
        "_softmax",
        dim,
        self,
        out,
        (from, to) -> {
          double max = max(from);
          double sum = sumOfExponentials(from, max);
          for (long i = 0; i < from.length(); i++) {
            to.put(i, Math.exp(from.doubleAt(i) - max) / sum);
          }
        });
  }

  static void logSoftmax(Tensor self, long dim, boolean halfToFloat, Tensor out) {
    forEachLine(
        "_log_softmax",
        dim,
        self,
        out,
        (from, to) -> {
          double max = max(from);
          double logOfSum = Math.log(sumOfExponentials(from, max));
          for (long i = 0; i < from.length(); i++) {
            to.put(i, from.doubleAt(i) - max - logOfSum);
          }
        });
  }

  /** The gradient is (g − Σ g·y)·y, for the output y. */
  static void softmaxBackward(
      Tensor gradOutput, Tensor output, long dim, DType inputDtype, Tensor gradInput) {
    forEachLine(
        "_softmax_backward_data",
        dim,
        gradOutput,
        output,
        gradInput,
        (grad, y, to) -> {
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
  static void logSoftmaxBackward(
      Tensor gradOutput, Tensor output, long dim, DType inputDtype, Tensor gradInput) {
    forEachLine(
        "_log_softmax_backward_data",
        dim,
        gradOutput,
        output,
        gradInput,
        (grad, y, to) -> {
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
    void run(Line from, Line to);
  }

  private interface TwoLines {
    void run(Line first, Line second, Line to);
  }

  private static void forEachLine(
      String operator, long dim, Tensor self, Tensor out, OneLine body) {
    int along = Dimensions.wrap(operator, dim, self.rank());
    Line from = new Line(self, along);
    Line to = new Line(out, along);
    for (long line = Line.count(self, along); line > 0; line--) {
      body.run(from, to);
      from.next();
      to.next();
    }
  }

  private static void forEachLine(
      String operator, long dim, Tensor first, Tensor second, Tensor out, TwoLines body) {
    int along = Dimensions.wrap(operator, dim, first.rank());
    Line left = new Line(first, along);
    Line right = new Line(second, along);
    Line to = new Line(out, along);
    for (long line = Line.count(first, along); line > 0; line--) {
      body.run(left, right, to);
      left.next();
      right.next();
      to.next();
    }
  }
}
