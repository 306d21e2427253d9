package jackfield.backend.cpu.reference.resampling;

import jackfield.aten.resampling.GridPlan;

/** A point between four elements of a plane. */
final class RoundedPlanePoint extends RoundedPoint {
  private static final int CORNERS = 4;

  private final long[][] indexes = new long[CORNERS][];
  private final float[] weights = new float[CORNERS];
  private float above; // distances from the point to the lines and columns around it
  private float below;
  private float left;
  private float right;

  RoundedPlanePoint(GridPlan plan) {
    super(plan);
  }

  @Override
  void move(float[] coordinates) {
    float y = place(0).of(coordinates[0]);
    float x = place(1).of(coordinates[1]);
    float line = (float) Math.floor(y);
    float column = (float) Math.floor(x);
    left = rounded(x - column);
    right = rounded(1 - left);
    above = rounded(y - line);
    below = rounded(1 - above);
    set(0, rounded(below * right), line, column);
    set(1, rounded(below * left), line, column + 1);
    set(2, rounded(above * right), line + 1, column);
    set(3, rounded(above * left), line + 1, column + 1);
  }

  private void set(int corner, float weight, float line, float column) {
    weights[corner] = weight;
    indexes[corner] = indexOf(line, column);
  }

  @Override
  float sample(Image image) {
    float sum = rounded(image.at(indexes[0]) * weights[0]);
    for (int corner = 1; corner < CORNERS; corner++) {
      sum = sum(sum, rounded(image.at(indexes[corner]) * weights[corner]));
    }
    return sum;
  }

  @Override
  int count() {
    return CORNERS;
  }

  @Override
  long[] index(int corner) {
    return indexes[corner];
  }

  @Override
  float share(int corner, float grad) {
    return rounded(weights[corner] * grad);
  }

  @Override
  void addSlopes(Image image, float grad, float[] sums) {
    float[] at = new float[CORNERS];
    for (int corner = 0; corner < CORNERS; corner++) {
      at[corner] = image.at(indexes[corner]);
    }
    float acrossLines = between(at[2] - at[0], right, at[3] - at[1], left);
    float acrossColumns = between(at[1] - at[0], below, at[3] - at[2], above);
    sums[0] = sum(sums[0], rounded(acrossLines * grad));
    sums[1] = sum(sums[1], rounded(acrossColumns * grad));
  }

  private float between(float first, float ofFirst, float second, float ofSecond) {
    return sum(rounded(rounded(first) * ofFirst), rounded(rounded(second) * ofSecond));
  }
}
