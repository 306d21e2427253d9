package jackfield.aten.resampling;

import jackfield.tensor.DType;
import jackfield.tensor.Elements;

/**
 * A point of an image in float16 or bfloat16, and the elements around it. Each step is rounded to
 * the type, in the order of PyTorch 2.7.
 */
public abstract class RoundedPoint {
  private final DType type;
  private final long[] steps;
  private final RoundedPlace[] places;
  private final long[] offsets; // bytes from an image's first element; −1 beyond the border

  /** Creates a point that reads {@code count} elements of images. */
  RoundedPoint(GridPlan plan, long[] steps, int count) {
    this.type = plan.input(0).dtype();
    this.steps = steps;
    offsets = new long[count];
    places = new RoundedPlace[plan.rank()];
    for (int dim = 0; dim < places.length; dim++) {
      places[dim] = new RoundedPlace(plan, dim);
    }
  }

  /**
   * Creates a point, which has to be moved.
   *
   * @param steps bytes from one element of an image to the next, in each dimension
   */
  public static RoundedPoint of(GridPlan plan, long[] steps) {
    return switch (plan.interpolation()) {
      case NEAREST_EXACT -> new RoundedNearestPoint(plan, steps);
      case CUBIC -> new RoundedCubicPoint(plan, steps);
      default ->
          plan.rank() == 2
              ? new RoundedPlanePoint(plan, steps)
              : new RoundedVolumePoint(plan, steps);
    };
  }

  /** Moves to coordinates, of which the first is that of the first dimension. */
  public abstract void move(float[] coordinates);

  /** Returns the sample of the image whose first element is at an address. */
  public abstract float sample(long image);

  /** Returns the number of elements that this point reads. */
  public final int count() {
    return offsets.length;
  }

  /** Returns the offset of one of these elements in an image, in bytes; −1 beyond the border. */
  public final long offset(int corner) {
    return offsets[corner];
  }

  /** Returns one of these elements of an image; 0 beyond the border. */
  final float at(long image, int corner) {
    long offset = offsets[corner];
    return offset < 0 ? 0 : (float) Elements.doubleAt(type, image + offset);
  }

  /** Returns the part of the gradient at this point that one of these elements gets. */
  public abstract float share(int corner, float grad);

  /** Adds the derivatives with respect to the place, times a gradient. */
  public abstract void addSlopes(long image, float grad, float[] sums);

  final RoundedPlace place(int dim) {
    return places[dim];
  }

  /** Returns the derivative with respect to a coordinate, of one with respect to the place. */
  public float slope(int dim, float ofPlace) {
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

  /** Sets where an element is, by places that are integers. */
  final void set(int corner, float... whole) {
    long offset = 0;
    for (int dim = 0; dim < whole.length; dim++) {
      long index = places[dim].index(whole[dim]);
      if (index < 0) {
        offsets[corner] = -1;
        return;
      }
      offset += index * steps[dim];
    }
    offsets[corner] = offset;
  }
}
