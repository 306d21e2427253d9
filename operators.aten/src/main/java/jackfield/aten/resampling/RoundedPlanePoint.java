package jackfield.aten.resampling;

/** A point between four elements of a plane. */
final class RoundedPlanePoint extends RoundedPoint {
  private static final int CORNERS = 4;

  private final float[] weights = new float[CORNERS];
  private float above; // distances from the point to the lines and columns around it
  private float below;
  private float left;
  private float right;

  RoundedPlanePoint(GridPlan plan, long[] steps) {
    super(plan, steps, CORNERS);
  }

  @Override
  public void move(float[] coordinates) {
    float y = place(0).of(coordinates[0]);
    float x = place(1).of(coordinates[1]);
    float line = (float) Math.floor(y);
    float column = (float) Math.floor(x);
    left = rounded(x - column);
    right = rounded(1 - left);
    above = rounded(y - line);
    below = rounded(1 - above);
    corner(0, rounded(below * right), line, column);
    corner(1, rounded(below * left), line, column + 1);
    corner(2, rounded(above * right), line + 1, column);
    corner(3, rounded(above * left), line + 1, column + 1);
  }

  private void corner(int corner, float weight, float line, float column) {
    weights[corner] = weight;
    set(corner, line, column);
  }

  @Override
  public float sample(long image) {
    float sum = rounded(at(image, 0) * weights[0]);
    for (int corner = 1; corner < CORNERS; corner++) {
      sum = sum(sum, rounded(at(image, corner) * weights[corner]));
    }
    return sum;
  }

  @Override
  public float share(int corner, float grad) {
    return rounded(weights[corner] * grad);
  }

  @Override
  public void addSlopes(long image, float grad, float[] sums) {
    float[] elements = new float[CORNERS];
    for (int corner = 0; corner < CORNERS; corner++) {
      elements[corner] = at(image, corner);
    }
    float acrossLines = between(elements[2] - elements[0], right, elements[3] - elements[1], left);
    float acrossColumns =
        between(elements[1] - elements[0], below, elements[3] - elements[2], above);
    sums[0] = sum(sums[0], rounded(acrossLines * grad));
    sums[1] = sum(sums[1], rounded(acrossColumns * grad));
  }

  private float between(float first, float ofFirst, float second, float ofSecond) {
    return sum(rounded(rounded(first) * ofFirst), rounded(rounded(second) * ofSecond));
  }
}
