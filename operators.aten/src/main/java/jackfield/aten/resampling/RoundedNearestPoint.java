package jackfield.aten.resampling;

/** A point that reads the nearest element, so that it does not depend on the coordinates. */
final class RoundedNearestPoint extends RoundedPoint {
  private final float[] whole;

  RoundedNearestPoint(GridPlan plan, long[] steps) {
    super(plan, steps, 1);
    whole = new float[plan.rank()];
  }

  @Override
  public void move(float[] coordinates) {
    for (int dim = 0; dim < whole.length; dim++) {
      whole[dim] = rounded((float) Math.rint(place(dim).of(coordinates[dim])));
    }
    set(0, whole);
  }

  @Override
  public float sample(long image) {
    return at(image, 0);
  }

  @Override
  public float share(int corner, float grad) {
    return grad;
  }

  @Override
  public void addSlopes(long image, float grad, float[] sums) {
    // the nearest element stays the same
  }

  @Override
  public float slope(int dim, float ofPlace) {
    return 0;
  }
}
