package jackfield.aten.rule.resampling;

import jackfield.aten.kernel.OutputSpec;
import jackfield.aten.resampling.GridPlan;
import jackfield.aten.resampling.GridPlan.Border;
import jackfield.aten.resampling.Interpolation;
import jackfield.error.InvalidArgument;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * The rules of interpolation at given places; each is named for its operator and takes its
 * arguments.
 *
 * <p><em>Shapes</em>: input {@code [batch, channels, …]}, of which the images are not empty, and
 * grid {@code [batch, …, rank]} with a place for each element of the result, the last dimension
 * first.
 *
 * <p><em>Types</em>: floating types.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class GridRules {
  private static final Interpolation[] INTERPOLATIONS = {
    Interpolation.LINEAR, Interpolation.NEAREST_EXACT, Interpolation.CUBIC
  };
  private static final int PLANES = 2;

  private GridRules() {}

  /** Plans planes that are interpolated. */
  public static GridPlan gridSampler2d(
      Tensor input, Tensor grid, long interpolationMode, long paddingMode, boolean alignCorners) {
    return plan("grid_sampler_2d", 2, input, grid, interpolationMode, paddingMode, alignCorners);
  }

  /** Plans volumes that are interpolated. */
  public static GridPlan gridSampler3d(
      Tensor input, Tensor grid, long interpolationMode, long paddingMode, boolean alignCorners) {
    return plan("grid_sampler_3d", 3, input, grid, interpolationMode, paddingMode, alignCorners);
  }

  /** Plans the gradients of planes that are interpolated. */
  public static GridPlan gridSampler2dBackward(
      Tensor gradOutput,
      Tensor input,
      Tensor grid,
      long interpolationMode,
      long paddingMode,
      boolean alignCorners,
      boolean[] outputMask) {
    String operator = "grid_sampler_2d_backward";
    long[] sizes = sizes(operator, 2, input, grid);
    return backward(
        operator,
        gradOutput,
        sizes,
        outputMask,
        interpolation(operator, 2, interpolationMode),
        border(operator, paddingMode),
        alignCorners,
        input,
        grid);
  }

  /** Plans the gradients of volumes that are interpolated. */
  public static GridPlan gridSampler3dBackward(
      Tensor gradOutput,
      Tensor input,
      Tensor grid,
      long interpolationMode,
      long paddingMode,
      boolean alignCorners,
      boolean[] outputMask) {
    String operator = "grid_sampler_3d_backward";
    long[] sizes = sizes(operator, 3, input, grid);
    return backward(
        operator,
        gradOutput,
        sizes,
        outputMask,
        interpolation(operator, 3, interpolationMode),
        border(operator, paddingMode),
        alignCorners,
        input,
        grid);
  }

  private static GridPlan plan(
      String operator,
      int rank,
      Tensor input,
      Tensor grid,
      long interpolationMode,
      long paddingMode,
      boolean isAligned) {
    long[] sizes = sizes(operator, rank, input, grid);
    Tensor[] inputs = {input, grid};
    return GridPlan.of(
        operator,
        interpolation(operator, rank, interpolationMode),
        border(operator, paddingMode),
        isAligned,
        inputs,
        new OutputSpec(input.dtype(), sizes));
  }

  private static GridPlan backward(
      String operator,
      Tensor grad,
      long[] sizes,
      boolean[] mask,
      Interpolation interpolation,
      Border border,
      boolean isAligned,
      Tensor input,
      Tensor grid) {
    if (mask.length != 2) {
      throw new InvalidArgument(
          operator, "output_mask", "must have 2 elements, found " + mask.length);
    }
    ImageSizes.requireSizes(operator, grad, sizes);
    ImageSizes.requireType(operator, grad, input.dtype());
    Tensor[] inputs = {input, grid, grad};
    OutputSpec ofInput = mask[0] ? new OutputSpec(input.dtype(), input.sizes().clone()) : null;
    OutputSpec ofGrid = new OutputSpec(grid.dtype(), grid.sizes().clone());
    return GridPlan.of(operator, interpolation, border, isAligned, inputs, ofInput, ofGrid);
  }

  /** Checks the sizes and returns those of the result. */
  private static long[] sizes(String operator, int rank, Tensor input, Tensor grid) {
    if (input.rank() != rank + 2 || grid.rank() != rank + 2) {
      throw new ShapeMismatch(
          operator,
          "expected input and grid of %d dimensions".formatted(rank + 2),
          input.sizes(),
          grid.sizes());
    }
    if (input.size(0) != grid.size(0) || grid.size(rank + 1) != rank) {
      throw new ShapeMismatch(
          operator,
          "expected a grid of the same batch with %d numbers for each place".formatted(rank),
          input.sizes(),
          grid.sizes());
    }
    ImageSizes.requireElements(operator, input, 2);
    requireTypes(operator, input, grid);
    long[] sizes = input.sizes().clone();
    System.arraycopy(grid.sizes(), 1, sizes, 2, rank);
    return sizes;
  }

  private static void requireTypes(String operator, Tensor input, Tensor grid) {
    if (!input.dtype().isFloating() || grid.dtype() != input.dtype()) {
      throw new TypeMismatch(
          operator,
          "expected input and grid of one floating type, found %s and %s"
              .formatted(input.dtype(), grid.dtype()));
    }
  }

  private static Interpolation interpolation(String operator, int rank, long mode) {
    int count = rank == PLANES ? INTERPOLATIONS.length : INTERPOLATIONS.length - 1;
    if (mode < 0 || mode >= count) {
      throw new InvalidArgument(
          operator,
          "interpolation_mode",
          "%d is not one of %s"
              .formatted(mode, rank == PLANES ? "0, 1, 2 (linear, nearest, cubic)" : "0, 1"));
    }
    return INTERPOLATIONS[(int) mode];
  }

  private static Border border(String operator, long mode) {
    Border[] borders = Border.values();
    if (mode < 0 || mode >= borders.length) {
      throw new InvalidArgument(
          operator,
          "padding_mode",
          "%d is not one of 0, 1, 2 %s".formatted(mode, Arrays.toString(borders)));
    }
    return borders[(int) mode];
  }
}
