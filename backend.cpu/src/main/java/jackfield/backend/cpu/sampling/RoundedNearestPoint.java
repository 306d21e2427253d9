package jackfield.backend.cpu.sampling;

import jackfield.aten.resampling.GridPlan;
import jackfield.backend.cpu.memory.Volumes;

/** A point that reads the nearest element, so that it does not depend on the coordinates. */
final class RoundedNearestPoint extends RoundedPoint {
  private final float[] whole;

  RoundedNearestPoint(GridPlan plan, Volumes images) {
    super(plan, images, 1);
    whole = new float[plan.rank()];
  }

  @Override
  void move(float[] coordinates) {
    for (int dim = 0; dim < whole.length; dim++) {
      whole[dim] = rounded((float) Math.rint(place(dim).of(coordinates[dim])));
    }
    set(0, whole);
  }

  @Override
  float sample(long image) {
    return at(image, 0);
  }

  @Override
  float share(int corner, float grad) {
    return grad;
  }

  @Override
  void addSlopes(long image, float grad, float[] sums) {
    // the nearest element stays the same
  }

  @Override
  float slope(int dim, float ofPlace) {
    return 0;
  }
}
