package jackfield.backend.cpu.reference.resampling;

import jackfield.aten.Aten;
import jackfield.aten.resampling.BlockPlan;
import jackfield.aten.window.Windows;
import jackfield.backend.cpu.reference.element.ElementCopy;
import jackfield.backend.cpu.reference.element.Positions;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;

/** Windows of planes as columns, and the sum of columns. */
final class BlockKernels {
  private BlockKernels() {}

  static void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten.IM2COL, BlockKernels::columns)
        .structured(Aten.COL2IM, BlockKernels::planes);
  }

  private static void columns(BlockPlan plan) {
    Windows windows = plan.windows();
    Tensor from = plan.planes(plan.input(0));
    Tensor to = plan.columns(plan.output(0));
    DType type = from.dtype();
    HostData.forEachAddress(to, address -> Elements.putLong(type, address, 0));
    long[] inside = new long[2];
    Positions.forEachInImage(
        to,
        Images.sizes(to),
        place -> {
          for (int dim = 0; dim < inside.length; dim++) {
            inside[dim] = windows.index(dim, place[dim + 2], place[dim]);
            if (!windows.contains(dim, inside[dim])) {
              return;
            }
          }
          Images.forEach(
              to,
              plane ->
                  ElementCopy.copy(
                      type,
                      Positions.address(from, plane, inside),
                      type,
                      Positions.address(to, plane, place)));
        });
  }

  private static void planes(BlockPlan plan) {
    Windows windows = plan.windows();
    Tensor from = plan.columns(plan.input(0));
    Tensor to = plan.planes(plan.output(0));
    ElementSum sum = new ElementSum(from.dtype());
    long[] place = new long[2 + 2];
    Positions.forEachInImage(
        to,
        windows.image(),
        element ->
            Images.forEach(
                to,
                plane -> {
                  sum.clear();
                  Positions.forEach(
                      windows.taps(),
                      tap -> {
                        if (find(windows, element, tap, place)) {
                          sum.add(Positions.address(from, plane, place), 1);
                        }
                      });
                  sum.store(Positions.address(to, plane, element));
                }));
  }

  /** Finds the window of which a tap is over an element; returns whether there is one. */
  private static boolean find(Windows windows, long[] element, long[] tap, long[] place) {
    for (int dim = 0; dim < tap.length; dim++) {
      long first = element[dim] + windows.padding()[dim] - tap[dim] * windows.dilation()[dim];
      long stride = windows.stride()[dim];
      if (first < 0 || first % stride != 0 || first / stride >= windows.positions()[dim]) {
        return false;
      }
      place[dim] = tap[dim];
      place[dim + 2] = first / stride;
    }
    return true;
  }
}
