package jackfield.backend.cpu.reference.resampling;

import jackfield.aten.resampling.GridPlan;

/** A point that reads the nearest element, so that it does not depend on the coordinates. */
final class RoundedNearestPoint extends RoundedPoint {
  private final float[] whole;
  private long[] index;

  RoundedNearestPoint(GridPlan plan) {
    super(plan);
    whole = new float[plan.rank()];
  }

  @Override
  void move(float[] coordinates) {
    for (int dim = 0; dim < whole.length; dim++) {
      whole[dim] = rounded((float) Math.rint(place(dim).of(coordinates[dim])));
    }
    index = indexOf(whole);
  }

  @Override
  float sample(Image image) {
    return image.at(index);
  }

  @Override
  int count() {
    return 1;
  }

  @Override
  long[] index(int corner) {
    return index;
  }

  @Override
  float share(int corner, float grad) {
    return grad;
  }

  @Override
  void addSlopes(Image image, float grad, float[] sums) {
    // the nearest element stays the same
  }

  @Override
  float slope(int dim, float ofPlace) {
    return 0;
  }
}
