package jackfield.backend.cpu;

import jackfield.aten.kernel.OutputPlan;
import jackfield.backend.cpu.elementwise.BlockedRows;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.function.Function;

/**
 * Layer normalization, row by row, in float32 or float64. Rows of other types are converted in
 * scratch memory.
 */
final class NormalizationKernels {
  private final Workspaces workspaces;
  private final Function<DType, NormalizationLoops> loops;

  NormalizationKernels(Function<DType, NormalizationLoops> loops, Workspaces workspaces) {
    this.workspaces = workspaces;
    this.loops = loops;
  }

  void layerNorm(OutputPlan plan, double eps) {
    Tensor x = plan.rowMajor(0);
    long rows = plan.output(1).elementCount();
    if (rows == 0) {
      return;
    }
    long columns = x.elementCount() / rows;
    NormalizationLoops in = loops.apply(BlockedRows.typeInBlock(x.dtype()));
    workspaces.use(
        2 * columns * NormalizationLoops.SLOT,
        parameters -> {
          long second = parameters + columns * NormalizationLoops.SLOT;
          long weight = parameter(in, plan.rowMajor(1), columns, 1, parameters);
          long bias = parameter(in, plan.rowMajor(2), columns, 0, second);
          Normalized normalized = new Normalized(in, plan, x, columns, eps, weight, bias);
          NormalizationLoops.forEachRow(workspaces, rows, columns, 2, normalized);
        });
  }

  /** Returns the address of a parameter's elements, which equal {@code other} if it is absent. */
  private static long parameter(
      NormalizationLoops in, Tensor tensor, long columns, double other, long scratch) {
    if (tensor != null) {
      return in.read(tensor, 0, columns, scratch);
    }
    in.fill().run(scratch, 0, 0, 0, columns, Scalar.of(other));
    return scratch;
  }

  /**
   * Normalizes rows.
   *
   * @param weight the address of the factors
   * @param bias the address of the summands
   */
  private record Normalized(
      NormalizationLoops in,
      OutputPlan plan,
      Tensor x,
      long columns,
      double eps,
      long weight,
      long bias)
      implements NormalizationLoops.RowBody {
    @Override
    public void run(long row, long scratch) {
      Tensor y = plan.output(0);
      long first = row * columns;
      long a = in.read(x, first, columns, scratch);
      long to = in.target(y, first, scratch + columns * NormalizationLoops.SLOT);
      double mean = in.sum().run(0, a, 0, columns, 0) / columns;
      double variance = in.squaredDistances().run(0, a, 0, columns, mean) / columns;
      double rstd = 1 / Math.sqrt(variance + eps);
      in.normalizing().run(to, a, weight, bias, columns, mean, rstd);
      in.write(y, first, columns, to);
      put(plan.output(1), row, mean);
      put(plan.output(2), row, rstd);
    }
  }

  private static void put(Tensor to, long row, double value) {
    Elements.putDouble(to.dtype(), to.address() + row * to.dtype().sizeBytes(), value);
  }
}
