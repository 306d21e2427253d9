package jackfield.backend.cpu.reference.resampling;

import jackfield.aten.resampling.GridPlan;

/**
 * A point of an image in float16 or bfloat16, and the elements around it. Each step is rounded to
 * the type, in the order of PyTorch 2.7.
 */
abstract class RoundedPoint {
  /** The elements of an image; 0 beyond its border. */
  interface Image {
    /** Returns the element at an index, which is null beyond the border. */
    float at(long[] index);
  }

  private final RoundedPlace[] places;

  RoundedPoint(GridPlan plan) {
    places = new RoundedPlace[plan.rank()];
    for (int dim = 0; dim < places.length; dim++) {
      places[dim] = new RoundedPlace(plan, dim);
    }
  }

  static RoundedPoint of(GridPlan plan) {
    return switch (plan.interpolation()) {
      case NEAREST_EXACT -> new RoundedNearestPoint(plan);
      case CUBIC -> new RoundedCubicPoint(plan);
      default -> plan.rank() == 2 ? new RoundedPlanePoint(plan) : new RoundedVolumePoint(plan);
    };
  }

  /** Moves to coordinates, of which the first is that of the first dimension. */
  abstract void move(float[] coordinates);

  /** Returns what an image has at this point. */
  abstract float sample(Image image);

  /** Returns the number of elements that this point reads. */
  abstract int count();

  /** Returns the index of such an element; null beyond the border. */
  abstract long[] index(int corner);

  /** Returns what such an element receives of the gradient at this point. */
  abstract float share(int corner, float grad);

  /** Adds the derivatives with respect to the place, times a gradient. */
  abstract void addSlopes(Image image, float grad, float[] sums);

  final RoundedPlace place(int dim) {
    return places[dim];
  }

  /** Returns the derivative with respect to a coordinate, of one with respect to the place. */
  float slope(int dim, float ofPlace) {
    return rounded(ofPlace * places[dim].slope());
  }

  final float rounded(float number) {
    return places[0].rounded(number);
  }

  final float product(float a, float b, float c) {
    return rounded(rounded(a * b) * c);
  }

  final float sum(float a, float b) {
    return rounded(a + b);
  }

  /** Returns an index of places that are integers; null beyond the border. */
  final long[] indexOf(float... whole) {
    long[] index = new long[whole.length];
    for (int dim = 0; dim < whole.length; dim++) {
      index[dim] = places[dim].index(whole[dim]);
      if (index[dim] < 0) {
        return null;
      }
    }
    return index;
  }
}
