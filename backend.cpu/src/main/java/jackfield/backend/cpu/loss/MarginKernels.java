package jackfield.backend.cpu.loss;

import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/**
 * The kernels of {@code multi_margin_loss} and its gradient: a loss is 0 where the score of the
 * target class exceeds all others by a margin. All targets are checked before anything is written,
 * and each again when it is used.
 *
 * <p><em>Shapes</em>: self [n, classes], [classes] or []; target [n] or []; weight [classes] or
 * null; output [n] without reduction, else []. <em>Types</em>: self float32 or float64, target
 * int64.
 */
public final class MarginKernels {
  private static final long GRAIN = 1 << 13; // scores of a part of a parallel loop

  private final String operator;
  private final ScoreRows scores;
  private final ScoreRows targets;
  private final ScoreRows weights; // null if all are 1
  private final boolean isSquare;
  private final double margin;

  private MarginKernels(
      String operator, Tensor self, Tensor target, Scalar p, Scalar margin, Tensor weight) {
    this.operator = operator;
    this.scores = ScoreRows.of(self);
    this.targets = ScoreRows.ofVector(target);
    this.weights = weight == null ? null : ScoreRows.of(weight);
    this.isSquare = p.toDouble() != 1;
    this.margin = margin.toDouble();
    Parallel.range(
        scores.rows(),
        GRAIN,
        (first, end) -> {
          for (long row = first; row < end; row++) {
            var _ = target(row);
          }
        });
  }

  /** Writes one loss per row, or their mean or sum. */
  public static void loss(
      Tensor self,
      Tensor target,
      Scalar p,
      Scalar margin,
      Tensor weight,
      long reduction,
      Tensor output) {
    String operator = "multi_margin_loss";
    MarginKernels kernel = new MarginKernels(operator, self, target, p, margin, weight);
    RowLosses.write(
        operator, output, kernel.scores.rows(), kernel.grain(), reduction, kernel::losses);
  }

  /** Writes the gradient. */
  public static void backward(
      Tensor gradOutput,
      Tensor self,
      Tensor target,
      Scalar p,
      Scalar margin,
      Tensor weight,
      long reduction,
      Tensor gradInput) {
    MarginKernels kernel =
        new MarginKernels("multi_margin_loss_backward", self, target, p, margin, weight);
    ScoreRows incoming = ScoreRows.ofVector(gradOutput);
    ScoreRows grads = ScoreRows.of(gradInput);
    double count = reduction == RowLosses.MEAN ? self.elementCount() : grads.classes();
    Parallel.range(
        grads.rows(),
        kernel.grain(),
        (first, end) -> {
          for (long row = first; row < end; row++) {
            kernel.gradient(row, incoming.first(row), count, grads);
          }
        });
  }

  private long grain() {
    return Math.max(1, GRAIN / scores.classes());
  }

  private long target(long row) {
    return scores.checked(operator, "target", HostBytes.longAt(targets.at(row)));
  }

  private double weight(long target) {
    return weights == null ? 1 : weights.ofClass(target);
  }

  private void losses(long first, long end, double[] losses) {
    for (long row = first; row < end; row++) {
      long target = target(row);
      losses[(int) row] = sum(row, target) * weight(target) / scores.classes();
    }
  }

  private double sum(long row, long target) {
    long from = scores.at(row);
    long step = scores.step();
    double least = margin - scores.number(from + target * step);
    double sum = 0;
    for (long other = 0; other < scores.classes(); other++) {
      double excess = least + scores.number(from + other * step);
      if (other != target && excess > 0) {
        sum += isSquare ? excess * excess : excess;
      }
    }
    return sum;
  }

  private void gradient(long row, double incoming, double count, ScoreRows grads) {
    long target = target(row);
    double share = incoming * weight(target) / count;
    long from = scores.at(row);
    long step = scores.step();
    long to = grads.at(row);
    double least = margin - scores.number(from + target * step);
    double ofTarget = 0;
    for (long other = 0; other < scores.classes(); other++) {
      double excess = least + scores.number(from + other * step);
      double slope = 0;
      if (other != target && excess > 0) {
        slope = isSquare ? 2 * share * excess : share;
        ofTarget -= slope;
      }
      grads.put(to + other * grads.step(), slope);
    }
    grads.put(to + target * grads.step(), ofTarget);
  }
}
