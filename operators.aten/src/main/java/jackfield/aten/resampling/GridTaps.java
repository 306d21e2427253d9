package jackfield.aten.resampling;

import jackfield.aten.resampling.GridPlan.Border;
import jackfield.tensor.DType;

/**
 * The elements of an image around a coordinate in one dimension, with weights and their derivatives
 * with respect to the coordinate. The coordinates −1 and 1 are the ends of the image.
 *
 * <p><em>Source</em>: PyTorch 2.6; coordinates are rounded as there.
 */
public final class GridTaps {
  private static final int MOST = 4;
  private static final double SHARPNESS = -0.75; // of cubic convolution: A in PyTorch
  private static final double HALF = 0.5;

  private final GridPlan plan;
  private final long size;
  private final boolean isSingle;
  private final long[] indexes = new long[MOST]; // −1 for an element beyond the border
  private final double[] weights = new double[MOST];
  private final double[] slopes = new double[MOST];
  private int count;
  private double slope; // of the place in the image, with respect to the coordinate

  /** Creates a place in a dimension of the images, which has to be moved. */
  public GridTaps(GridPlan plan, int dim) {
    this.plan = plan;
    this.size = plan.input(0).size(dim + 2);
    this.isSingle = plan.input(0).dtype() == DType.FLOAT32;
  }

  /** Moves to a coordinate. */
  public void move(double coordinate) {
    count = 0;
    double place =
        plan.isAligned()
            ? rounded(rounded(coordinate + 1) / 2 * (size - 1))
            : rounded((rounded(rounded(coordinate + 1) * size) - 1) / 2);
    slope = (plan.isAligned() ? size - 1 : size) * HALF;
    if (plan.interpolation() == Interpolation.CUBIC) {
      cubic(place);
      return;
    }
    double inside = bordered(place);
    if (plan.interpolation() == Interpolation.NEAREST_EXACT) {
      add(Math.rint(inside), 1, 0);
      return;
    }
    double first = Math.floor(inside);
    add(first, first + 1 - inside, -slope);
    add(first + 1, inside - first, slope);
  }

  private void cubic(double place) {
    double first = Math.floor(place);
    double rest = rounded(place - first);
    double step = slope; // since bordered() changes it for each tap
    for (int tap = -1; tap < MOST - 1; tap++) {
      double distance = tap - rest;
      add(
          bordered(first + tap),
          Cubic.weight(SHARPNESS, distance),
          -step * Cubic.slope(SHARPNESS, distance));
    }
  }

  private void add(double index, double weight, double derivative) {
    indexes[count] = index >= 0 && index < size ? (long) index : -1;
    weights[count] = weight;
    slopes[count] = derivative;
    count++;
  }

  /** Moves a place that is beyond the border; the slope becomes that of the moved place. */
  private double bordered(double place) {
    if (plan.border() == Border.ZEROS) {
      return place;
    }
    double moved = plan.border() == Border.MIRROR ? mirrored(place) : place;
    double last = size - 1;
    if (!(moved > 0)) {
      slope = 0;
      return 0;
    }
    if (moved >= last) {
      slope = 0;
      return last;
    }
    return moved;
  }

  private double mirrored(double place) {
    double least = plan.isAligned() ? 0 : -HALF;
    double span = plan.isAligned() ? size - 1 : size;
    if (span == 0) {
      slope = 0;
      return 0;
    }
    double distance = Math.abs(rounded(place - least));
    if (place < least) {
      slope = -slope;
    }
    double rest = distance % span;
    boolean isOdd = Math.floor(distance / span) % 2 != 0;
    if (isOdd) {
      slope = -slope;
      return rounded(span - rest + least);
    }
    return rounded(rest + least);
  }

  private double rounded(double number) {
    return isSingle ? (float) number : number;
  }

  /** Returns the number of elements: 1, 2 or 4. */
  public int count() {
    return count;
  }

  /** Returns the index of an element; −1 beyond the border. */
  public long index(int tap) {
    return indexes[tap];
  }

  /** Returns the weight of an element. */
  public double weight(int tap) {
    return weights[tap];
  }

  /** Returns the derivative of a weight with respect to the coordinate. */
  public double slope(int tap) {
    return slopes[tap];
  }
}
