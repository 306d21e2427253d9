package jackfield.backend.cuda.image;

import jackfield.aten.Aten;
import jackfield.aten.kernel.ParameterBlock;
import jackfield.aten.resampling.GridPlan;
import jackfield.aten.resampling.Interpolation;
import jackfield.backend.cuda.launch.Blocks;
import jackfield.backend.cuda.launch.Launcher;
import jackfield.backend.cuda.launch.MoveList;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/**
 * Images at given places, and the gradients. What places give to one element is added in their
 * order, so that results repeat.
 */
final class GridBodies {
  private static final int CUBIC_TAPS = 4;

  private final Launcher launcher;

  GridBodies(Launcher launcher) {
    this.launcher = launcher;
  }

  void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten.GRID_SAMPLER_2D, this::sample)
        .structured(Aten.GRID_SAMPLER_3D, this::sample)
        .structured(Aten.GRID_SAMPLER_2D_BACKWARD, this::backward)
        .structured(Aten.GRID_SAMPLER_3D_BACKWARD, this::backward);
  }

  private void sample(GridPlan plan) {
    Tensor out = plan.output(0);
    Tensor grid = insertChannel(plan.input(1));
    ParameterBlock block = Blocks.strided(out.sizes(), out, first(plan.input(0), 2), grid);
    launcher.elementwise(
        plan.operator(),
        "grid_sample_" + out.dtype(),
        block.with(numbers(plan)),
        out.elementCount());
  }

  private void backward(GridPlan plan) {
    slopes(plan);
    if (plan.output(0) != null) {
      scatter(plan);
    }
  }

  /** Computes the gradient of the grid: a thread for each place. */
  private void slopes(GridPlan plan) {
    Tensor input = plan.input(0);
    Tensor grad = plan.input(2);
    Tensor to = plan.output(1);
    int bytes = to.dtype().sizeBytes();
    ParameterBlock block =
        Blocks.strided(
                places(grad),
                withoutLast(to),
                withoutLast(plan.input(1)),
                withoutChannel(grad),
                first(input, 1))
            .with(numbers(plan))
            .with(input.size(1), grad.stride(1) * bytes, input.stride(1) * bytes)
            .with(to.stride(to.rank() - 1) * bytes);
    launcher.elementwise(plan.operator(), "grid_slopes_" + to.dtype(), block, count(places(grad)));
  }

  /** Computes the gradient of the input: a thread for each element that places have read. */
  private void scatter(GridPlan plan) {
    Tensor grad = plan.input(2);
    Tensor to = plan.output(0);
    DType type = to.dtype();
    launcher.elementwise(
        plan.operator(),
        "fill_" + type,
        Blocks.strided(to.sizes(), to).with(Launcher.words(DType.INT64, Scalar.ZERO)),
        to.elementCount());
    long corners = corners(plan);
    long listed = count(places(grad)) * corners;
    if (listed == 0 || to.elementCount() == 0) {
      return;
    }
    try (MoveList list = new MoveList(launcher, plan.operator(), listed)) {
      list.fill(
          "grid_list_" + type,
          Blocks.strided(places(grad), withoutLast(plan.input(1))).with(numbers(plan)));
      ParameterBlock block = Blocks.strided(grad.sizes(), first(to, 2), grad);
      launcher.elementwise(
          plan.operator(),
          "grid_combine_" + type,
          list.sorted(block).with(corners, plan.rank()).with(image(to)),
          listed * grad.size(1));
    }
  }

  private static long[] numbers(GridPlan plan) {
    Tensor grid = plan.input(1);
    long[] image = image(plan.input(0));
    long[] numbers = new long[5 + image.length];
    numbers[0] =
        switch (plan.interpolation()) {
          case NEAREST_EXACT -> 0;
          case LINEAR -> 1;
          default -> 2;
        };
    numbers[1] = plan.border().ordinal();
    numbers[2] = plan.isAligned() ? 1 : 0;
    numbers[3] = plan.rank();
    numbers[4] = grid.stride(grid.rank() - 1) * grid.dtype().sizeBytes();
    System.arraycopy(image, 0, numbers, 5, image.length);
    return numbers;
  }

  private static long corners(GridPlan plan) {
    boolean isNearest = plan.interpolation() == Interpolation.NEAREST_EXACT;
    long taps = plan.interpolation() == Interpolation.CUBIC ? CUBIC_TAPS : isNearest ? 1 : 2;
    long corners = 1;
    for (int dim = 0; dim < plan.rank(); dim++) {
      corners *= taps;
    }
    return corners;
  }

  /** Returns size and step of each dimension of an image. */
  private static long[] image(Tensor batch) {
    long[] image = new long[2 * (batch.rank() - 2)];
    for (int dim = 2; dim < batch.rank(); dim++) {
      image[2 * dim - 4] = batch.size(dim);
      image[2 * dim - 3] = batch.stride(dim) * batch.dtype().sizeBytes();
    }
    return image;
  }

  private static long count(long[] sizes) {
    long count = 1;
    for (long size : sizes) {
      count *= size;
    }
    return count;
  }

  /** Returns the sizes of batch and places. */
  private static long[] places(Tensor grad) {
    return withoutChannel(grad).sizes();
  }

  private static Tensor withoutChannel(Tensor batch) {
    return select(batch, batch.rank() - 1, new int[] {0, 2, 3, 4});
  }

  private static Tensor withoutLast(Tensor grid) {
    return select(grid, grid.rank() - 1, new int[] {0, 1, 2, 3});
  }

  /** Returns the first elements of the images, so that only the first dimensions move. */
  private static Tensor first(Tensor batch, int rank) {
    return select(batch, rank, new int[] {0, 1});
  }

  /** Returns the first elements of the dimensions that are not listed. */
  private static Tensor select(Tensor tensor, int rank, int[] dims) {
    long[] sizes = new long[rank];
    long[] strides = new long[rank];
    for (int dim = 0; dim < rank; dim++) {
      sizes[dim] = tensor.size(dims[dim]);
      strides[dim] = tensor.stride(dims[dim]);
    }
    return tensor.alias(sizes, strides, tensor.offset());
  }

  /** Returns a grid that is the same for each channel, without its coordinates. */
  private static Tensor insertChannel(Tensor grid) {
    int rank = grid.rank();
    long[] sizes = new long[rank];
    long[] strides = new long[rank];
    sizes[0] = grid.size(0);
    strides[0] = grid.stride(0);
    sizes[1] = 1;
    for (int dim = 2; dim < rank; dim++) {
      sizes[dim] = grid.size(dim - 1);
      strides[dim] = grid.stride(dim - 1);
    }
    return grid.alias(sizes, strides, grid.offset());
  }
}
