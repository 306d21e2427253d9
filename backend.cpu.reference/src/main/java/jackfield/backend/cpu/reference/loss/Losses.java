package jackfield.backend.cpu.reference.loss;

import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;

/** What kernels of losses share: the numbers of reductions, results from arrays. */
final class Losses {
  static final long NONE = 0;
  static final long MEAN = 1;

  private Losses() {}

  /** Writes one loss per row, or their mean or sum. */
  static void write(Tensor output, double[] losses, long reduction) {
    if (reduction == NONE) {
      fill(output, losses);
      return;
    }
    double sum = 0;
    for (double loss : losses) {
      sum += loss;
    }
    fill(output, new double[] {reduction == MEAN ? sum / losses.length : sum});
  }

  /** Writes {@code values} in row-major order. */
  static void fill(Tensor output, double[] values) {
    DType type = output.dtype();
    int[] next = {0};
    HostData.forEachAddress(
        output, address -> Elements.putDouble(type, address, values[next[0]++]));
  }

  /** Refuses targets that are not classes. */
  static void requireClass(String operator, String argument, long target, long classes) {
    if (target < 0 || target >= classes) {
      throw new InvalidArgument(
          operator, argument, "has %d, expected 0 to %d".formatted(target, classes - 1));
    }
  }
}
