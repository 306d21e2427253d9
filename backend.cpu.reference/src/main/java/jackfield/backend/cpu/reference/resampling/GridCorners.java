package jackfield.backend.cpu.reference.resampling;

import jackfield.aten.resampling.GridPlan;
import jackfield.aten.resampling.GridTaps;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/** The elements of an image around one place, with weights and their derivatives. */
final class GridCorners {
  private static final int MOST = 16; // 4 × 4 in planes, 2 × 2 × 2 in volumes

  private final GridTaps[] places;
  private final long[][] indexes = new long[MOST][]; // null for an element beyond the border
  private final double[] weights = new double[MOST];
  private final double[][] slopes = new double[MOST][];
  private int count;

  GridCorners(GridPlan plan) {
    places = new GridTaps[plan.rank()];
    for (int dim = 0; dim < places.length; dim++) {
      places[dim] = new GridTaps(plan, dim);
    }
  }

  /** Moves to the place whose coordinates, the last dimension first, are at an address. */
  void move(Tensor grid, long address) {
    long step = grid.stride(grid.rank() - 1) * grid.dtype().sizeBytes();
    for (int dim = 0; dim < places.length; dim++) {
      long at = address + (places.length - 1 - dim) * step;
      places[dim].move(Elements.doubleAt(grid.dtype(), at));
    }
    count = 0;
    add(0, new int[places.length]);
  }

  private void add(int dim, int[] taps) {
    if (dim == taps.length) {
      addCorner(taps);
      return;
    }
    for (int tap = 0; tap < places[dim].count(); tap++) {
      taps[dim] = tap;
      add(dim + 1, taps);
    }
  }

  private void addCorner(int[] taps) {
    long[] index = new long[taps.length];
    double[] slope = new double[taps.length];
    Arrays.fill(slope, 1);
    double weight = 1;
    boolean isInside = true;
    for (int dim = 0; dim < taps.length; dim++) {
      GridTaps place = places[dim];
      index[dim] = place.index(taps[dim]);
      isInside &= index[dim] >= 0;
      weight *= place.weight(taps[dim]);
      for (int other = 0; other < taps.length; other++) {
        slope[other] *= other == dim ? place.slope(taps[dim]) : place.weight(taps[dim]);
      }
    }
    indexes[count] = isInside ? index : null;
    weights[count] = weight;
    slopes[count] = slope;
    count++;
  }

  int count() {
    return count;
  }

  boolean isInside(int corner) {
    return indexes[corner] != null;
  }

  long[] index(int corner) {
    return indexes[corner];
  }

  double weight(int corner) {
    return weights[corner];
  }

  /** Returns the derivative of a weight with respect to the coordinate of a dimension. */
  double slope(int corner, int dim) {
    return slopes[corner][dim];
  }
}
