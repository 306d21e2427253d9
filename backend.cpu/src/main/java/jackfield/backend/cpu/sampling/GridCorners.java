package jackfield.backend.cpu.sampling;

import jackfield.aten.resampling.GridPlan;
import jackfield.aten.resampling.GridTaps;
import jackfield.backend.cpu.memory.Volumes;

/**
 * The elements of images around each place of a block, with weights and their derivatives. The
 * elements of a place follow one another in the arrays.
 */
final class GridCorners {
  private final GridPlaces grid;
  private final GridTaps[] axes;
  private final long[] steps; // of the images, in bytes
  private final int shift; // the logarithm of the elements around a place in one dimension
  private final int count;
  private final long[] offsets; // bytes from an image's first element; −1 beyond the border
  private final double[] weights;
  private final double[] slopes;

  GridCorners(GridPlan plan, GridPlaces grid, Volumes images) {
    int rank = plan.rank();
    this.grid = grid;
    this.axes = new GridTaps[rank];
    for (int dim = 0; dim < rank; dim++) {
      axes[dim] = new GridTaps(plan, dim);
    }
    this.steps = images.steps(rank);
    this.shift =
        switch (plan.interpolation()) {
          case NEAREST_EXACT -> 0;
          case CUBIC -> 2;
          default -> 1;
        };
    this.count = 1 << (shift * rank);
    this.offsets = new long[GridSampler.BLOCK * count];
    this.weights = new double[GridSampler.BLOCK * count];
    this.slopes = new double[GridSampler.BLOCK * count * rank];
  }

  /** Returns the number of elements around a place. */
  int count() {
    return count;
  }

  /** Returns where the elements are, in bytes from the first of an image; −1 for none. */
  long[] offsets() {
    return offsets;
  }

  double[] weights() {
    return weights;
  }

  /** Returns the derivatives of weights with respect to the coordinates of all dimensions. */
  double[] slopes() {
    return slopes;
  }

  /** Moves to some places; finds the derivatives only if they are wanted. */
  void move(long image, long first, int block, boolean hasSlopes) {
    for (int i = 0; i < block; i++) {
      long at = grid.at(image, first + i);
      for (int dim = 0; dim < axes.length; dim++) {
        axes[dim].move(grid.coordinate(at, dim));
      }
      for (int corner = 0; corner < count; corner++) {
        set(i * count + corner, corner);
        if (hasSlopes) {
          setSlopes((i * count + corner) * axes.length, corner);
        }
      }
    }
  }

  private int tap(int corner, int dim) {
    return (corner >> (shift * (axes.length - 1 - dim))) & ((1 << shift) - 1);
  }

  private void set(int to, int corner) {
    double weight = 1;
    long offset = 0;
    boolean isInside = true;
    for (int dim = 0; dim < axes.length; dim++) {
      GridTaps axis = axes[dim];
      int tap = tap(corner, dim);
      long index = axis.index(tap);
      isInside &= index >= 0;
      offset += index * steps[dim];
      weight *= axis.weight(tap);
    }
    offsets[to] = isInside ? offset : -1;
    weights[to] = weight;
  }

  private void setSlopes(int to, int corner) {
    for (int other = 0; other < axes.length; other++) {
      double slope = 1;
      for (int dim = 0; dim < axes.length; dim++) {
        int tap = tap(corner, dim);
        slope *= other == dim ? axes[dim].slope(tap) : axes[dim].weight(tap);
      }
      slopes[to + other] = slope;
    }
  }
}
