package jackfield.backend.cpu.reference.loss;

import jackfield.aten.Aten;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/** Losses by which the score of a target class exceeds the others by a margin. */
public final class MarginKernels {
  private MarginKernels() {}

  /** Registers the kernels. */
  public static void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten.MULTI_MARGIN_LOSS, MarginKernels::loss)
        .structured(Aten.MULTI_MARGIN_LOSS_BACKWARD, MarginKernels::backward);
  }

  /** The scores of one call, row by row. */
  private record Scores(double[] values, int classes) {
    static Scores of(Tensor self) {
      int classes = self.rank() == 0 ? 1 : (int) self.size(self.rank() - 1);
      return new Scores(HostData.doubles(self), classes);
    }

    int rows() {
      return values.length / classes;
    }

    /** How far the score of class {@code other} is within the margin below the target's. */
    double excess(int row, int target, int other, double margin) {
      int first = row * classes;
      return margin - values[first + target] + values[first + other];
    }
  }

  private static void loss(
      Tensor self,
      Tensor target,
      Scalar p,
      Scalar margin,
      Tensor weight,
      long reduction,
      Tensor output) {
    Scores scores = Scores.of(self);
    int[] targets = targets("multi_margin_loss", target, scores.classes());
    double[] weights = weight == null ? null : HostData.doubles(weight);
    double[] losses = new double[scores.rows()];
    for (int row = 0; row < losses.length; row++) {
      double sum = 0;
      for (int other = 0; other < scores.classes(); other++) {
        double excess = scores.excess(row, targets[row], other, margin.toDouble());
        if (other != targets[row] && excess > 0) {
          sum += p.toDouble() == 1 ? excess : excess * excess;
        }
      }
      losses[row] = sum * weight(weights, targets[row]) / scores.classes();
    }
    Losses.write(output, losses, reduction);
  }

  private static void backward(
      Tensor gradOutput,
      Tensor self,
      Tensor target,
      Scalar p,
      Scalar margin,
      Tensor weight,
      long reduction,
      Tensor gradInput) {
    Scores scores = Scores.of(self);
    int[] targets = targets("multi_margin_loss_backward", target, scores.classes());
    double[] weights = weight == null ? null : HostData.doubles(weight);
    double[] incoming = HostData.doubles(gradOutput);
    double[] grads = new double[scores.values().length];
    for (int row = 0; row < targets.length; row++) {
      double share = incoming[incoming.length == 1 ? 0 : row] * weight(weights, targets[row]);
      share /= reduction == Losses.MEAN ? (double) grads.length : scores.classes();
      for (int other = 0; other < scores.classes(); other++) {
        double excess = scores.excess(row, targets[row], other, margin.toDouble());
        if (other != targets[row] && excess > 0) {
          double slope = p.toDouble() == 1 ? share : 2 * share * excess;
          grads[row * scores.classes() + other] = slope;
          grads[row * scores.classes() + targets[row]] -= slope;
        }
      }
    }
    Losses.fill(gradInput, grads);
  }

  private static double weight(double[] weights, int target) {
    return weights == null ? 1 : weights[target];
  }

  private static int[] targets(String operator, Tensor target, int classes) {
    long[] found = HostData.longs(target);
    int[] targets = new int[found.length];
    for (int row = 0; row < targets.length; row++) {
      Losses.requireClass(operator, "target", found[row], classes);
      targets[row] = (int) found[row];
    }
    return targets;
  }
}
