package jackfield.backend.cuda.image;

import jackfield.aten.Aten;
import jackfield.aten.kernel.ParameterBlock;
import jackfield.aten.resampling.BlockPlan;
import jackfield.aten.window.Windows;
import jackfield.backend.cuda.launch.Blocks;
import jackfield.backend.cuda.launch.Launcher;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.Tensor;

/** Windows of planes as columns, and the sum of columns. */
final class ColumnBodies {
  private final Launcher launcher;

  ColumnBodies(Launcher launcher) {
    this.launcher = launcher;
  }

  void register(KernelRegistrar kernels) {
    kernels.structured(Aten.IM2COL, this::columns).structured(Aten.COL2IM, this::planes);
  }

  private void columns(BlockPlan plan) {
    Tensor from = plan.planes(plan.input(0));
    Tensor to = plan.columns(plan.output(0));
    ParameterBlock block =
        Blocks.strided(to.sizes(), to, first(from)).with(numbers(plan, from, to));
    String kernel = "columns_" + to.dtype().sizeBytes();
    launcher.elementwise(plan.operator(), kernel, block, to.elementCount());
  }

  private void planes(BlockPlan plan) {
    Tensor from = plan.columns(plan.input(0));
    Tensor to = plan.planes(plan.output(0));
    ParameterBlock block =
        Blocks.strided(to.sizes(), to, first(from)).with(numbers(plan, to, from));
    launcher.elementwise(plan.operator(), "planes_" + to.dtype(), block, to.elementCount());
  }

  /** Returns the first element of each channel, so that only batch and channel move. */
  private static Tensor first(Tensor tensor) {
    return tensor.alias(
        new long[] {tensor.size(0), tensor.size(1)},
        new long[] {tensor.stride(0), tensor.stride(1)},
        tensor.offset());
  }

  private static long[] numbers(BlockPlan plan, Tensor planes, Tensor columns) {
    Windows windows = plan.windows();
    int bytes = planes.dtype().sizeBytes();
    long[] numbers = new long[2 * 9];
    for (int dim = 0; dim < 2; dim++) {
      long[] own = {
        windows.image()[dim],
        planes.stride(2 + dim) * bytes,
        windows.positions()[dim],
        windows.stride()[dim],
        windows.padding()[dim],
        windows.dilation()[dim],
        windows.taps()[dim],
        columns.stride(2 + dim) * bytes,
        columns.stride(4 + dim) * bytes
      };
      System.arraycopy(own, 0, numbers, 9 * dim, own.length);
    }
    return numbers;
  }
}
