package jackfield.backend.cpu;

import jackfield.aten.kernel.LinePlan;
import jackfield.aten.kernel.SliceIterator;
import jackfield.backend.cpu.elementwise.BlockedRows;
import jackfield.backend.cpu.elementwise.SharedLoops;
import jackfield.backend.cpu.loops.FormulaLoops;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.PointwiseLoops;
import jackfield.backend.cpu.loops.fold.FoldLoop;
import jackfield.backend.cpu.loops.fold.FoldLoops;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;

/**
 * Softmax along one dimension, its logarithm, and their gradients, line by line. A line is copied
 * to scratch memory if its elements are not adjacent, or are float16 or bfloat16.
 */
final class SoftmaxKernels {
  private static final long GRAIN = 1 << 15; // elements of a part of a parallel loop

  private final SharedLoops loops;
  private final Workspaces workspaces;
  // With NaN in a line, the sum of its exponentials is NaN, and so are all results.
  private final ByType<FoldLoop> maxOfNumbers = FoldLoops.maxOfNumbers();
  private final ByType<FoldLoop> exponentials = FoldLoops.exponentialsBelowOne();
  private final ByType<FoldLoop> sumOfExponentials = FoldLoops.sumOfExponentialsBelowOne();
  private final ByType<FoldLoop> sumOfProducts = FoldLoops.sumOfProducts();
  private final ByType<PointwiseLoop> shift = FormulaLoops.of("shiftTwice", 1);
  private final ByType<PointwiseLoop> softmaxBackward = PointwiseLoops.softmaxBackward();
  private final ByType<PointwiseLoop> logSoftmaxBackward = PointwiseLoops.logSoftmaxBackward();

  SoftmaxKernels(SharedLoops loops, Workspaces workspaces) {
    this.loops = loops;
    this.workspaces = workspaces;
  }

  /** Processes a line without gaps of up to two inputs and writes its result. */
  @FunctionalInterface
  private interface DenseLine {
    void run(long to, long a, long b, long length);
  }

  void softmax(LinePlan plan) {
    DType type = BlockedRows.typeInBlock(plan.input(0).dtype());
    FoldLoop max = maxOfNumbers.of(type);
    FoldLoop exponentiated = exponentials.of(type);
    PointwiseLoop scaled = loops.scale().of(type);
    forEachLine(
        plan,
        (to, a, _, length) -> {
          double largest = max.run(0, a, 0, length, 0);
          double sum = exponentiated.run(to, a, 0, length, largest);
          scaled.run(to, to, 0, 0, length, Scalar.of(1 / sum));
        });
  }

  void logSoftmax(LinePlan plan) {
    DType type = BlockedRows.typeInBlock(plan.input(0).dtype());
    FoldLoop max = maxOfNumbers.of(type);
    FoldLoop sums = sumOfExponentials.of(type);
    PointwiseLoop shifted = shift.of(type);
    forEachLine(
        plan,
        (to, a, _, length) -> {
          double largest = max.run(0, a, 0, length, 0);
          double sum = sums.run(0, a, 0, length, largest);
          // Two subtractions: if the maximum and the logarithm were added first, a large maximum
          // would round away the digits of a small logarithm.
          shifted.run(to, a, 0, 0, length, Scalar.of(largest), Scalar.of(Math.log(sum)));
        });
  }

  /** The gradient is (g − Σ g·y)·y, for the output y. */
  void softmaxBackward(LinePlan plan) {
    DType type = BlockedRows.typeInBlock(plan.input(1).dtype());
    FoldLoop products = sumOfProducts.of(type);
    PointwiseLoop gradient = softmaxBackward.of(type);
    forEachLine(
        plan,
        (to, grad, y, length) -> {
          double dot = products.run(0, grad, y, length, 0);
          gradient.run(to, grad, y, 0, length, Scalar.of(dot));
        });
  }

  /** The gradient is g − exp(y)·Σ g, for the output y. */
  void logSoftmaxBackward(LinePlan plan) {
    DType type = BlockedRows.typeInBlock(plan.input(1).dtype());
    FoldLoop sums = loops.sum().of(type);
    PointwiseLoop gradient = logSoftmaxBackward.of(type);
    forEachLine(
        plan,
        (to, grad, y, length) -> {
          double sum = sums.run(0, grad, 0, length, 0);
          gradient.run(to, grad, y, 0, length, Scalar.of(sum));
        });
  }

  private void forEachLine(LinePlan plan, DenseLine line) {
    SliceIterator lines = plan.lines();
    long length = lines.length(0);
    if (lines.count() == 0 || length == 0) {
      return;
    }
    Parallel.range(
        lines.count(),
        Math.max(1, GRAIN / length),
        (from, to) ->
            workspaces.use(
                lines.operandCount() * length * Double.BYTES,
                scratch -> lines.forEach(from, to, at -> runLine(line, lines, at, scratch))));
  }

  private static void runLine(DenseLine line, SliceIterator lines, long[] at, long scratch) {
    long count = lines.length(0);
    long[] dense = new long[at.length];
    for (int i = 0; i < at.length; i++) {
      DType type = lines.type(i);
      DType inBlock = BlockedRows.typeInBlock(type);
      long step = lines.stepBytes(i);
      boolean isInOrder = type == inBlock && step == type.sizeBytes();
      dense[i] = isInOrder ? at[i] : scratch + i * count * Double.BYTES;
      if (!isInOrder && i > 0) {
        StridedCopy.copy(type, at[i], step, inBlock, dense[i], inBlock.sizeBytes(), count);
      }
    }
    line.run(dense[0], dense[1], dense[at.length - 1], count);
    if (dense[0] != at[0]) {
      DType type = lines.type(0);
      DType inBlock = BlockedRows.typeInBlock(type);
      StridedCopy.copy(
          inBlock, dense[0], inBlock.sizeBytes(), type, at[0], lines.stepBytes(0), count);
    }
  }
}
