package jackfield.aten.composite.resampling;

import jackfield.aten.Aten;
import jackfield.aten.rule.TypeRules;
import jackfield.error.InvalidArgument;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * Interpolation at given places, and the places that affine maps lead to.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class GridKernels {
  private static final int PLANES = 4;
  private static final int VOLUMES = 5;

  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public GridKernels(Aten aten) {
    this.aten = aten;
  }

  /** Interpolates planes or volumes. */
  public Tensor gridSampler(
      Tensor input, Tensor grid, long interpolationMode, long paddingMode, boolean alignCorners) {
    return switch (input.rank()) {
      case PLANES -> aten.gridSampler2d(input, grid, interpolationMode, paddingMode, alignCorners);
      case VOLUMES -> aten.gridSampler3d(input, grid, interpolationMode, paddingMode, alignCorners);
      default ->
          throw new ShapeMismatch(
              "grid_sampler", "expected input of 4 or 5 dimensions", input.sizes(), grid.sizes());
    };
  }

  // ---- affine maps

  /**
   * Computes the places that affine maps give the elements of images.
   *
   * @throws jackfield.tensor.TypeMismatch for float16 and bfloat16 if a spatial size is 0 or 1
   */
  public Tensor affineGridGenerator(Tensor theta, long[] size, boolean alignCorners) {
    String operator = "affine_grid_generator";
    int rank = rank(operator, size);
    long[] expected = {size[0], rank, rank + 1};
    if (!Arrays.equals(theta.sizes(), expected)) {
      throw new ShapeMismatch(
          operator, "theta does not have the expected sizes", theta.sizes(), expected);
    }
    if (Arrays.stream(size).skip(2).anyMatch(count -> count <= 1)) {
      TypeRules.refuse(operator, TypeRules.HALF, theta.dtype());
    }
    Tensor base = base(theta, size, rank, alignCorners);
    Tensor places = aten.bmm(base, aten.transpose(theta, 1, 2));
    return aten.view(places, gridSizes(size, rank));
  }

  /** Computes the gradient of the places with respect to the maps. */
  public Tensor affineGridGeneratorBackward(Tensor grad, long[] size, boolean alignCorners) {
    String operator = "affine_grid_generator_backward";
    int rank = rank(operator, size);
    long[] expected = gridSizes(size, rank);
    if (!Arrays.equals(grad.sizes(), expected)) {
      throw new ShapeMismatch(
          operator, "grad does not have the sizes of the grid", grad.sizes(), expected);
    }
    Tensor base = base(grad, size, rank, alignCorners);
    Tensor rows = aten.reshape(grad, base.size(0), base.size(1), rank);
    return aten.transpose(aten.bmm(aten.transpose(base, 1, 2), rows), 1, 2);
  }

  private static int rank(String operator, long[] size) {
    if (size.length != PLANES && size.length != VOLUMES) {
      throw new InvalidArgument(
          operator, "size", "must have 4 or 5 numbers, found " + Arrays.toString(size));
    }
    if (Arrays.stream(size).anyMatch(number -> number < 0)) {
      throw new InvalidArgument(
          operator, "size", "must not be negative, found " + Arrays.toString(size));
    }
    return size.length - 2;
  }

  private static long[] gridSizes(long[] size, int rank) {
    long[] sizes = new long[rank + 2];
    sizes[0] = size[0];
    System.arraycopy(size, 2, sizes, 1, rank);
    sizes[rank + 1] = rank;
    return sizes;
  }

  /** Returns the places of the elements, the last dimension first, each followed by 1. */
  private Tensor base(Tensor like, long[] size, int rank, boolean isAligned) {
    long[] sizes = gridSizes(size, rank);
    sizes[rank + 1] = rank + 1L;
    Tensor base = aten.newEmpty(like, sizes);
    for (int dim = 0; dim < rank; dim++) {
      long[] shape = new long[rank];
      Arrays.fill(shape, 1);
      shape[dim] = size[dim + 2];
      Tensor steps = steps(like, size[dim + 2], isAligned);
      aten.copy_(aten.select(base, -1, rank - 1 - dim), aten.view(steps, shape));
    }
    aten.fill_(aten.select(base, -1, rank), Scalar.ONE);
    long count = Shapes.elementCount(Arrays.copyOfRange(size, 2, size.length));
    return aten.view(base, size[0], count, rank + 1);
  }

  private Tensor steps(Tensor like, long count, boolean isAligned) {
    if (count <= 1) {
      return aten.newZeros(like, count);
    }
    Tensor steps =
        aten.linspace(Scalar.of(-1), Scalar.ONE, count, like.dtype(), null, like.device(), null);
    return isAligned ? steps : aten.div(aten.mul(steps, Scalar.of(count - 1)), Scalar.of(count));
  }
}
