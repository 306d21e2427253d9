package jackfield.backend.cpu;

import jackfield.aten.kernel.Dimensions;
import jackfield.backend.cpu.loops.ByType;
import jackfield.backend.cpu.loops.FoldLoop;
import jackfield.backend.cpu.loops.FoldLoops;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.PointwiseLoops;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/**
 * Softmax along one dimension, its logarithm, and their gradients, line by line. A line is copied
 * to scratch memory if its elements are not adjacent, or are float16 or bfloat16.
 */
final class SoftmaxKernels {
  private static final long GRAIN = 1 << 15; // elements of a part of a parallel loop

  private final SharedLoops loops;
  private final Workspaces workspaces;
  private final ByType<FoldLoop> exponentials = FoldLoops.exponentials();
  private final ByType<FoldLoop> sumOfExponentials = FoldLoops.sumOfExponentials();
  private final ByType<FoldLoop> sumOfProducts = FoldLoops.sumOfProducts();
  private final ByType<PointwiseLoop> shift = PointwiseLoops.shift();
  private final ByType<PointwiseLoop> softmaxBackward = PointwiseLoops.softmaxBackward();
  private final ByType<PointwiseLoop> logSoftmaxBackward = PointwiseLoops.logSoftmaxBackward();

  SoftmaxKernels(SharedLoops loops, Workspaces workspaces) {
    this.loops = loops;
    this.workspaces = workspaces;
  }

  /** Processes a line without gaps of up to two inputs and writes its result. */
  @FunctionalInterface
  private interface DenseLine {
    void run(long a, long b, long out, long length);
  }

  void softmax(Tensor self, long dim, boolean halfToFloat, Tensor out) {
    DType type = BlockedRows.typeInBlock(self.dtype());
    FoldLoop max = loops.max().of(type);
    FoldLoop exponentiated = exponentials.of(type);
    PointwiseLoop scaled = loops.scale().of(type);
    forEachLine(
        Dimensions.wrap("_softmax", dim, self.rank()),
        (a, b, to, length) -> {
          double largest = max.run(0, a, 0, length, 0);
          double sum = exponentiated.run(to, a, 0, length, largest);
          scaled.run(to, to, 0, 0, length, Scalar.of(1 / sum));
        },
        self,
        out);
  }

  void logSoftmax(Tensor self, long dim, boolean halfToFloat, Tensor out) {
    DType type = BlockedRows.typeInBlock(self.dtype());
    FoldLoop max = loops.max().of(type);
    FoldLoop sums = sumOfExponentials.of(type);
    PointwiseLoop shifted = shift.of(type);
    forEachLine(
        Dimensions.wrap("_log_softmax", dim, self.rank()),
        (a, b, to, length) -> {
          double largest = max.run(0, a, 0, length, 0);
          double sum = sums.run(0, a, 0, length, largest);
          // Two subtractions: if the maximum and the logarithm were added first, a large maximum
          // would round away the digits of a small logarithm.
          shifted.run(to, a, 0, 0, length, Scalar.of(largest));
          shifted.run(to, to, 0, 0, length, Scalar.of(Math.log(sum)));
        },
        self,
        out);
  }

  /** The gradient is (g − Σ g·y)·y, for the output y. */
  void softmaxBackward(
      Tensor gradOutput, Tensor output, long dim, DType inputDtype, Tensor gradInput) {
    DType type = BlockedRows.typeInBlock(output.dtype());
    FoldLoop products = sumOfProducts.of(type);
    PointwiseLoop gradient = softmaxBackward.of(type);
    forEachLine(
        Dimensions.wrap("_softmax_backward_data", dim, gradOutput.rank()),
        (grad, y, to, length) -> {
          double dot = products.run(0, grad, y, length, 0);
          gradient.run(to, grad, y, 0, length, Scalar.of(dot));
        },
        gradOutput,
        output,
        gradInput);
  }

  /** The gradient is g − exp(y)·Σ g, for the output y. */
  void logSoftmaxBackward(
      Tensor gradOutput, Tensor output, long dim, DType inputDtype, Tensor gradInput) {
    DType type = BlockedRows.typeInBlock(output.dtype());
    FoldLoop sums = loops.sum().of(type);
    PointwiseLoop gradient = logSoftmaxBackward.of(type);
    forEachLine(
        Dimensions.wrap("_log_softmax_backward_data", dim, gradOutput.rank()),
        (grad, y, to, length) -> {
          double sum = sums.run(0, grad, 0, length, 0);
          gradient.run(to, grad, y, 0, length, Scalar.of(sum));
        },
        gradOutput,
        output,
        gradInput);
  }

  private void forEachLine(int dim, DenseLine line, Tensor... tensors) {
    if (tensors[0].elementCount() == 0) {
      return;
    }
    Lines lines = new Lines(dim, tensors);
    Parallel.range(
        lines.count(),
        Math.max(1, GRAIN / lines.length()),
        (from, to) ->
            workspaces.use(
                tensors.length * lines.length() * Double.BYTES,
                scratch ->
                    lines.forEach(
                        from,
                        to,
                        (at, step, count) -> runLine(line, tensors, at, step, count, scratch))));
  }

  private static void runLine(
      DenseLine line, Tensor[] tensors, long[] at, long[] step, long count, long scratch) {
    int last = tensors.length - 1;
    long[] dense = new long[tensors.length];
    for (int i = 0; i <= last; i++) {
      DType type = tensors[i].dtype();
      DType inBlock = BlockedRows.typeInBlock(type);
      boolean isInOrder = type == inBlock && step[i] == type.sizeBytes();
      dense[i] = isInOrder ? at[i] : scratch + i * count * Double.BYTES;
      if (!isInOrder && i < last) {
        StridedCopy.copy(type, at[i], step[i], inBlock, dense[i], inBlock.sizeBytes(), count);
      }
    }
    line.run(dense[0], dense[last - 1], dense[last], count);
    if (dense[last] != at[last]) {
      DType type = tensors[last].dtype();
      DType inBlock = BlockedRows.typeInBlock(type);
      StridedCopy.copy(
          inBlock, dense[last], inBlock.sizeBytes(), type, at[last], step[last], count);
    }
  }
}
