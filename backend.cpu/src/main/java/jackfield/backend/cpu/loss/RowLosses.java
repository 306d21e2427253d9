package jackfield.backend.cpu.loss;

import jackfield.backend.cpu.memory.ArrayLength;
import jackfield.parallel.Parallel;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;

/** Writes one loss for each row, or their mean or sum, added up in the order of the rows. */
final class RowLosses {
  static final long NONE = 0; // the numbers of reductions in schemas
  static final long MEAN = 1;

  private RowLosses() {}

  /** Computes the losses of some rows. */
  interface Losses {
    /** Puts the losses of the rows from {@code first} to {@code end} into an array. */
    void compute(long first, long end, double[] losses);
  }

  /**
   * Computes and writes.
   *
   * @param grain the rows of a part of a parallel loop
   */
  static void write(
      String operator, Tensor output, long rows, long grain, long reduction, Losses losses) {
    double[] each = new double[ArrayLength.of(operator, "self", rows)];
    Parallel.range(rows, grain, (first, end) -> losses.compute(first, end, each));
    if (reduction == NONE) {
      long step = output.rank() == 0 ? 0 : output.stride(0) * output.dtype().sizeBytes();
      for (int row = 0; row < each.length; row++) {
        Elements.putDouble(output.dtype(), output.address() + row * step, each[row]);
      }
      return;
    }
    double sum = 0;
    for (double loss : each) {
      sum += loss;
    }
    double made = reduction == MEAN ? sum / each.length : sum;
    Elements.putDouble(output.dtype(), output.address(), made);
  }
}
