package jackfield.backend.cpu.reference.loss;

import jackfield.aten.Aten;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;

/** Losses by which the scores of several target classes exceed all others by 1. */
public final class MultilabelMarginKernels {
  private MultilabelMarginKernels() {}

  /** Registers the kernels. */
  public static void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten.MULTILABEL_MARGIN_LOSS_FORWARD, MultilabelMarginKernels::loss)
        .structured(Aten.MULTILABEL_MARGIN_LOSS_BACKWARD, MultilabelMarginKernels::backward);
  }

  /** The scores and targets of one call, row by row; a row's targets end at the first −1. */
  private record Rows(double[] scores, long[] targets, int classes) {
    static Rows of(String operator, Tensor self, Tensor target) {
      int classes = self.rank() == 0 ? 1 : (int) self.size(self.rank() - 1);
      Rows rows = new Rows(HostData.doubles(self), HostData.longs(target), classes);
      for (long chosen : rows.targets) {
        if (chosen != -1) {
          Losses.requireClass(operator, "target", chosen, classes);
        }
      }
      return rows;
    }

    int count() {
      return scores.length / classes;
    }

    double[] marks() {
      double[] marks = new double[targets.length];
      for (int row = 0; row < count(); row++) {
        for (int i = 0; i < classes && target(row, i) >= 0; i++) {
          marks[row * classes + target(row, i)] = 1;
        }
      }
      return marks;
    }

    int target(int row, int number) {
      return (int) targets[row * classes + number];
    }

    double excess(int row, int target, int other) {
      return 1 - scores[row * classes + target] + scores[row * classes + other];
    }
  }

  private static void loss(
      Tensor self, Tensor target, long reduction, Tensor output, Tensor isTarget) {
    Rows rows = Rows.of("multilabel_margin_loss_forward", self, target);
    double[] marks = rows.marks();
    double[] losses = new double[rows.count()];
    for (int row = 0; row < losses.length; row++) {
      losses[row] = loss(rows, row, marks) / rows.classes();
    }
    Losses.write(output, losses, reduction);
    Losses.fill(isTarget, marks);
  }

  private static double loss(Rows rows, int row, double[] marks) {
    double sum = 0;
    for (int i = 0; i < rows.classes() && rows.target(row, i) >= 0; i++) {
      for (int other = 0; other < rows.classes(); other++) {
        double excess = rows.excess(row, rows.target(row, i), other);
        if (marks[row * rows.classes() + other] == 0 && excess > 0) {
          sum += excess;
        }
      }
    }
    return sum;
  }

  private static void backward(
      Tensor gradOutput,
      Tensor self,
      Tensor target,
      long reduction,
      Tensor isTarget,
      Tensor gradInput) {
    Rows rows = Rows.of("multilabel_margin_loss_backward", self, target);
    double[] marks = HostData.doubles(isTarget);
    double[] incoming = HostData.doubles(gradOutput);
    double[] grads = new double[rows.scores().length];
    double divisor = reduction == Losses.MEAN ? (double) grads.length : rows.classes();
    for (int row = 0; row < rows.count(); row++) {
      addGradients(rows, row, marks, incoming[incoming.length == 1 ? 0 : row] / divisor, grads);
    }
    Losses.fill(gradInput, grads);
  }

  private static void addGradients(
      Rows rows, int row, double[] marks, double share, double[] grads) {
    int first = row * rows.classes();
    for (int i = 0; i < rows.classes() && rows.target(row, i) >= 0; i++) {
      for (int other = 0; other < rows.classes(); other++) {
        if (marks[first + other] == 0 && rows.excess(row, rows.target(row, i), other) > 0) {
          grads[first + rows.target(row, i)] -= share;
          grads[first + other] += share;
        }
      }
    }
  }
}
