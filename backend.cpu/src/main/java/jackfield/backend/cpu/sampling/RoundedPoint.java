package jackfield.backend.cpu.sampling;

import jackfield.aten.resampling.GridPlan;
import jackfield.backend.cpu.memory.Volumes;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;

/**
 * A point of an image in float16 or bfloat16, and the elements around it. Each step is rounded to
 * the type, in the order of PyTorch 2.7.
 */
abstract class RoundedPoint {
  private final DType type;
  private final long[] steps; // of the images, in bytes
  private final RoundedPlace[] places;
  private final long[] offsets; // bytes from an image's first element; −1 beyond the border

  /** Creates a point that reads {@code count} elements of images. */
  RoundedPoint(GridPlan plan, Volumes images, int count) {
    type = images.type();
    steps = images.steps(plan.rank());
    offsets = new long[count];
    places = new RoundedPlace[plan.rank()];
    for (int dim = 0; dim < places.length; dim++) {
      places[dim] = new RoundedPlace(plan, dim);
    }
  }

  static RoundedPoint of(GridPlan plan, Volumes images) {
    return switch (plan.interpolation()) {
      case NEAREST_EXACT -> new RoundedNearestPoint(plan, images);
      case CUBIC -> new RoundedCubicPoint(plan, images);
      default ->
          plan.rank() == 2
              ? new RoundedPlanePoint(plan, images)
              : new RoundedVolumePoint(plan, images);
    };
  }

  /** Moves to coordinates, of which the first is that of the first dimension. */
  abstract void move(float[] coordinates);

  /** Returns the sample of an image at this point. */
  abstract float sample(long image);

  /** Returns the number of elements that this point reads. */
  final int count() {
    return offsets.length;
  }

  /** Returns the offset of one of these elements in an image, in bytes; −1 beyond the border. */
  final long offset(int corner) {
    return offsets[corner];
  }

  /** Returns one of these elements of an image; 0 beyond the border. */
  final float at(long image, int corner) {
    long offset = offsets[corner];
    return offset < 0 ? 0 : (float) Elements.doubleAt(type, image + offset);
  }

  /** Returns the part of the gradient at this point that one of these elements gets. */
  abstract float share(int corner, float grad);

  /** Adds the derivatives with respect to the place, times a gradient. */
  abstract void addSlopes(long image, float grad, float[] sums);

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
