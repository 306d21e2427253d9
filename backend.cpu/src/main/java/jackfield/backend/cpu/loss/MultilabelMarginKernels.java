package jackfield.backend.cpu.loss;

import jackfield.backend.cpu.memory.ArrayLength;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * The kernels of {@code multilabel_margin_loss_forward} and its gradient: a loss is 0 where the
 * scores of all target classes exceed the others by 1. A row's targets end at the first −1. All
 * targets are checked before anything is written, and each again when it is used.
 *
 * <p><em>Shapes</em>: self [n, classes], [classes] or []; target and isTarget of the same sizes;
 * output [n] without reduction, else []. <em>Types</em>: self float32 or float64, target int64.
 */
public final class MultilabelMarginKernels {
  private static final long GRAIN = 1 << 11; // scores of a part of a parallel loop
  private static final long END = -1; // after the last target

  private final String operator;
  private final ScoreRows scores;
  private final ScoreRows targets;
  private final int classes;

  private MultilabelMarginKernels(String operator, Tensor self, Tensor target) {
    this.operator = operator;
    this.scores = ScoreRows.of(self);
    this.targets = ScoreRows.of(target);
    this.classes = ArrayLength.of(operator, "self", scores.classes());
    Parallel.range(scores.rows(), grain(), this::check);
  }

  /** Writes one loss per row, or their mean or sum, and marks the targets. */
  public static void loss(
      Tensor self, Tensor target, long reduction, Tensor output, Tensor isTarget) {
    String operator = "multilabel_margin_loss_forward";
    MultilabelMarginKernels kernel = new MultilabelMarginKernels(operator, self, target);
    ScoreRows marks = ScoreRows.of(isTarget);
    RowLosses.write(
        operator,
        output,
        marks.rows(),
        kernel.grain(),
        reduction,
        (first, end, losses) -> {
          Row row = kernel.new Row();
          for (long number = first; number < end; number++) {
            losses[(int) number] = row.loss(number) / kernel.classes;
            marks.write(number, row.marks);
          }
        });
  }

  /** Writes the gradient. */
  public static void backward(
      Tensor gradOutput,
      Tensor self,
      Tensor target,
      long reduction,
      Tensor isTarget,
      Tensor gradInput) {
    MultilabelMarginKernels kernel =
        new MultilabelMarginKernels("multilabel_margin_loss_backward", self, target);
    ScoreRows incoming = ScoreRows.ofVector(gradOutput);
    ScoreRows marks = ScoreRows.of(isTarget);
    ScoreRows grads = ScoreRows.of(gradInput);
    double divisor = reduction == RowLosses.MEAN ? self.elementCount() : kernel.classes;
    Parallel.range(
        grads.rows(),
        kernel.grain(),
        (first, end) -> {
          Row row = kernel.new Row();
          for (long number = first; number < end; number++) {
            marks.read(number, row.marks);
            grads.write(number, row.gradient(number, incoming.first(number) / divisor));
          }
        });
  }

  private long grain() {
    return Math.max(1, GRAIN / classes);
  }

  private void check(long first, long end) {
    for (long row = first; row < end; row++) {
      for (int i = 0; i < classes; i++) {
        var _ = target(row, i);
      }
    }
  }

  private int target(long row, int number) {
    long target = HostBytes.longAt(targets.at(row) + number * targets.step());
    return (int) (target == END ? END : scores.checked(operator, "target", target));
  }

  /** The numbers of one row, in the arrays of one thread. */
  private final class Row {
    private final double[] values = new double[classes];
    private final double[] marks = new double[classes];
    private final double[] grads = new double[classes];

    double loss(long row) {
      scores.read(row, values);
      mark(row);
      double sum = 0;
      for (int i = 0; i < classes; i++) {
        int target = target(row, i);
        if (target < 0) {
          break;
        }
        double least = 1 - values[target];
        for (int other = 0; other < classes; other++) {
          double excess = least + values[other];
          if (marks[other] == 0 && excess > 0) {
            sum += excess;
          }
        }
      }
      return sum;
    }

    private void mark(long row) {
      Arrays.fill(marks, 0);
      for (int i = 0; i < classes; i++) {
        int target = target(row, i);
        if (target < 0) {
          break;
        }
        marks[target] = 1;
      }
    }

    /** Returns the gradient of a row in an array that the next call overwrites. */
    double[] gradient(long row, double share) {
      scores.read(row, values);
      Arrays.fill(grads, 0);
      for (int i = 0; i < classes; i++) {
        int target = target(row, i);
        if (target < 0) {
          break;
        }
        double least = 1 - values[target];
        for (int other = 0; other < classes; other++) {
          if (marks[other] == 0 && least + values[other] > 0) {
            grads[target] -= share;
            grads[other] += share;
          }
        }
      }
      return grads;
    }
  }
}
