package jackfield.backend.cuda;

import jackfield.aten.kernel.LinePlan;
import jackfield.aten.kernel.OutputPlan;
import jackfield.aten.kernel.ParameterBlock;
import jackfield.aten.kernel.SliceIterator;
import jackfield.backend.cuda.launch.Blocks;
import jackfield.backend.cuda.launch.Launcher;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/** Kernels along one dimension, and joins of tensors. */
final class LineBodies {
  private final Launcher launcher;

  LineBodies(Launcher launcher) {
    this.launcher = launcher;
  }

  /** Launches a kernel for the types of output and first input. */
  void run(String kernel, LinePlan plan) {
    SliceIterator lines = plan.lines();
    DType out = lines.type(0);
    DType in = lines.type(1);
    String types = out == in ? out.toString() : out + "_of_" + in;
    if (lines.length(0) > 0) {
      launcher.cooperative(
          kernel, kernel + "_" + types, lines.parameters(), lines.count(), lines.length(0));
    }
  }

  /** Joins tensors; vectors without elements are skipped. */
  void cat(LinePlan plan) {
    int along = plan.dim();
    long start = 0;
    for (int i = 0; i < plan.inputCount(); i++) {
      Tensor tensor = plan.input(i);
      if (tensor.elementCount() > 0) {
        copy(tensor, narrow(plan.output(0), along, start, tensor.size(along)));
        start += tensor.size(along);
      }
    }
  }

  private void copy(Tensor from, Tensor to) {
    DType type = from.dtype();
    String kernel = type == to.dtype() ? "copy_" + type.sizeBytes() : "convert_" + type;
    launcher.elementwise("cat", kernel, Blocks.pair(to, from), to.elementCount());
  }

  private static Tensor narrow(Tensor tensor, int dim, long start, long length) {
    long[] sizes = tensor.sizes().clone();
    sizes[dim] = length;
    return tensor.alias(sizes, tensor.strides(), tensor.offset() + start * tensor.stride(dim));
  }

  void layerNorm(OutputPlan plan, double eps) {
    Tensor y = plan.output(0);
    Tensor means = plan.output(1);
    long rows = means.elementCount();
    long columns = rows == 0 ? 0 : y.elementCount() / rows;
    ParameterBlock block =
        Blocks.of(y, means, plan.output(2), plan.rowMajor(0), plan.rowMajor(1), plan.rowMajor(2))
            .build()
            .with(rows, columns, Double.doubleToRawLongBits(eps));
    launcher.cooperative("native_layer_norm", "layer_norm_" + y.dtype(), block, rows, columns);
  }
}
