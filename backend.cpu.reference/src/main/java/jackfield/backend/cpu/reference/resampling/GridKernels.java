package jackfield.backend.cpu.reference.resampling;

import jackfield.aten.Aten;
import jackfield.aten.resampling.GridPlan;
import jackfield.backend.cpu.reference.element.Positions;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;

/** Images at given places, and the gradients, in double precision; small types are rounded. */
final class GridKernels {
  private GridKernels() {}

  static void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten.GRID_SAMPLER_2D, GridKernels::sample)
        .structured(Aten.GRID_SAMPLER_3D, GridKernels::sample)
        .structured(Aten.GRID_SAMPLER_2D_BACKWARD, GridKernels::backward)
        .structured(Aten.GRID_SAMPLER_3D_BACKWARD, GridKernels::backward);
  }

  private static void sample(GridPlan plan) {
    if (plan.input(0).dtype().isHalf()) {
      new RoundedGrid(plan).sample();
      return;
    }
    Tensor input = plan.input(0);
    Tensor grid = plan.input(1);
    Tensor out = plan.output(0);
    DType type = input.dtype();
    GridCorners corners = new GridCorners(plan);
    forEachPlace(
        out,
        (batch, place) -> {
          corners.move(grid, Positions.address(grid, batch, place));
          long[] plane = {batch[0], 0};
          for (plane[1] = 0; plane[1] < out.size(1); plane[1]++) {
            double sum = 0;
            for (int corner = 0; corner < corners.count(); corner++) {
              sum += corners.weight(corner) * value(corners, corner, input, plane);
            }
            Elements.putDouble(type, Positions.address(out, plane, place), sum);
          }
        });
  }

  private static double value(GridCorners corners, int corner, Tensor input, long[] plane) {
    return corners.isInside(corner)
        ? Elements.doubleAt(input.dtype(), Positions.address(input, plane, corners.index(corner)))
        : 0;
  }

  private static void backward(GridPlan plan) {
    if (plan.input(0).dtype().isHalf()) {
      new RoundedGrid(plan).backward();
      return;
    }
    Tensor grid = plan.input(1);
    Tensor grad = plan.input(2);
    Tensor ofGrid = plan.output(1);
    DType type = grad.dtype();
    Tensor ofInput = plan.output(0);
    if (ofInput != null) {
      HostData.forEachAddress(ofInput, address -> Elements.putDouble(type, address, 0));
    }
    GridCorners corners = new GridCorners(plan);
    forEachPlace(
        grad,
        (batch, place) -> {
          corners.move(grid, Positions.address(grid, batch, place));
          double[] slopes = new double[plan.rank()];
          long[] plane = {batch[0], 0};
          for (plane[1] = 0; plane[1] < grad.size(1); plane[1]++) {
            double factor = Elements.doubleAt(type, Positions.address(grad, plane, place));
            addSlopes(corners, plan.input(0), plane, factor, slopes);
            if (ofInput != null) {
              scatter(corners, ofInput, plane, factor);
            }
          }
          store(slopes, ofGrid, Positions.address(ofGrid, batch, place));
        });
  }

  private static void addSlopes(
      GridCorners corners, Tensor input, long[] plane, double factor, double[] slopes) {
    for (int corner = 0; corner < corners.count(); corner++) {
      double value = factor * value(corners, corner, input, plane);
      for (int dim = 0; dim < slopes.length; dim++) {
        slopes[dim] += corners.slope(corner, dim) * value;
      }
    }
  }

  private static void scatter(GridCorners corners, Tensor out, long[] plane, double factor) {
    for (int corner = 0; corner < corners.count(); corner++) {
      if (corners.isInside(corner)) {
        long address = Positions.address(out, plane, corners.index(corner));
        double sum = Elements.doubleAt(out.dtype(), address) + corners.weight(corner) * factor;
        Elements.putDouble(out.dtype(), address, sum);
      }
    }
  }

  private static void store(double[] slopes, Tensor ofGrid, long address) {
    long step = ofGrid.stride(ofGrid.rank() - 1) * ofGrid.dtype().sizeBytes();
    for (int dim = 0; dim < slopes.length; dim++) {
      Elements.putDouble(ofGrid.dtype(), address + (slopes.length - 1 - dim) * step, slopes[dim]);
    }
  }

  /** What is done at each place of each image of a batch. */
  private interface PlaceAction {
    void at(long[] batch, long[] place);
  }

  private static void forEachPlace(Tensor out, PlaceAction action) {
    Positions.forEach(
        new long[] {out.size(0)},
        batch -> Positions.forEach(Images.sizes(out), place -> action.at(batch, place)));
  }
}
