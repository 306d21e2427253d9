package jackfield.aten.resampling;

/** A point between eight elements of a volume. */
final class RoundedVolumePoint extends RoundedPoint {
  private static final int CORNERS = 8;
  private static final int RANK = 3;

  private final float[][] weights = new float[RANK][2]; // of the elements before and after
  private final float[] firsts = new float[RANK];

  RoundedVolumePoint(GridPlan plan, long[] steps) {
    super(plan, steps, CORNERS);
  }

  @Override
  public void move(float[] coordinates) {
    for (int dim = 0; dim < RANK; dim++) {
      float place = place(dim).of(coordinates[dim]);
      firsts[dim] = (float) Math.floor(place);
      weights[dim][0] = rounded(rounded(firsts[dim] + 1) - place);
      weights[dim][1] = rounded(place - firsts[dim]);
    }
    for (int corner = 0; corner < CORNERS; corner++) {
      set(
          corner,
          firsts[0] + tap(corner, 0),
          firsts[1] + tap(corner, 1),
          firsts[2] + tap(corner, 2));
    }
  }

  private static int tap(int corner, int dim) {
    return corner >> (RANK - 1 - dim) & 1;
  }

  private float weight(int corner, int dim) {
    return weights[dim][tap(corner, dim)];
  }

  private float weight(int corner) {
    return product(weight(corner, 2), weight(corner, 1), weight(corner, 0));
  }

  @Override
  public float sample(long image) {
    float sum = 0;
    for (int corner = 0; corner < CORNERS; corner++) {
      if (offset(corner) >= 0) {
        sum = sum(sum, rounded(at(image, corner) * weight(corner)));
      }
    }
    return sum;
  }

  @Override
  public float share(int corner, float grad) {
    return rounded(weight(corner) * grad);
  }

  @Override
  public void addSlopes(long image, float grad, float[] sums) {
    for (int corner = 0; corner < CORNERS; corner++) {
      if (offset(corner) < 0) {
        continue;
      }
      float value = at(image, corner);
      for (int dim = 0; dim < RANK; dim++) {
        int inner = dim == RANK - 1 ? 1 : RANK - 1; // the other dimensions, the last one first
        int outer = dim == 0 ? 1 : 0;
        float slope = product(value, weight(corner, inner), weight(corner, outer));
        float share = rounded(slope * grad);
        sums[dim] = sum(sums[dim], tap(corner, dim) == 0 ? -share : share);
      }
    }
  }
}
