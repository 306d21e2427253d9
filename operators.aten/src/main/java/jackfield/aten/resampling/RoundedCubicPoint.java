package jackfield.aten.resampling;

/** A point among sixteen elements of a plane. */
final class RoundedCubicPoint extends RoundedPoint {
  private static final int TAPS = 4;
  private static final float SHARPNESS = -0.75f; // its multiples below are exact in both types

  private final float[][] weights = new float[2][TAPS];
  private final float[][] slopes = new float[2][TAPS];

  RoundedCubicPoint(GridPlan plan, long[] steps) {
    super(plan, steps, TAPS * TAPS);
  }

  @Override
  public void move(float[] coordinates) {
    float[][] wholes = new float[2][TAPS];
    for (int dim = 0; dim < 2; dim++) {
      RoundedPlace place = place(dim);
      float at = place.scaled(coordinates[dim]);
      float first = (float) Math.floor(at);
      float rest = rounded(at - first);
      for (int tap = 0; tap < TAPS; tap++) {
        weights[dim][tap] = weight(tap, rest);
        slopes[dim][tap] = derivative(tap, rest);
        wholes[dim][tap] = whole(place.inside(rounded(first + (tap - 1))));
      }
      place.scaled(coordinates[dim]); // so that the slope is that of the point, not of a tap
    }
    for (int line = 0; line < TAPS; line++) {
      for (int column = 0; column < TAPS; column++) {
        set(column * TAPS + line, wholes[0][line], wholes[1][column]);
      }
    }
  }

  /** Returns a place without its fraction; it may be beyond the range of all integer types. */
  private static float whole(float place) {
    return (float) (place < 0 ? Math.ceil(place) : Math.floor(place));
  }

  private float weight(int tap, float rest) {
    return switch (tap) {
      case 0 -> outer(rounded(rest + 1));
      case 1 -> inner(rest);
      case 2 -> inner(rounded(1 - rest));
      default -> outer(rounded(2 - rest));
    };
  }

  private float outer(float distance) {
    float square = rounded(rounded(SHARPNESS * distance) - 5 * SHARPNESS);
    float line = rounded(rounded(square * distance) + 8 * SHARPNESS);
    return rounded(rounded(line * distance) - 4 * SHARPNESS);
  }

  private float inner(float distance) {
    float line = rounded(rounded((SHARPNESS + 2) * distance) - (SHARPNESS + 3));
    return rounded(product(line, distance, distance) + 1);
  }

  private float derivative(int tap, float rest) {
    float distance = rounded((tap - 1) - rest);
    return switch (tap) {
      case 0 -> outerSlope(-3 * SHARPNESS, distance, -8 * SHARPNESS);
      case 1 -> innerSlope(-3 * (SHARPNESS + 2), distance);
      case 2 -> innerSlope(3 * (SHARPNESS + 2), distance);
      default -> outerSlope(3 * SHARPNESS, distance, 8 * SHARPNESS);
    };
  }

  private float outerSlope(float factor, float distance, float constant) {
    float line = rounded(rounded(factor * distance) - 10 * SHARPNESS);
    return rounded(rounded(line * distance) + constant);
  }

  private float innerSlope(float factor, float distance) {
    float line = rounded(rounded(factor * distance) - 2 * (SHARPNESS + 3));
    return rounded(line * distance);
  }

  @Override
  public float sample(long image) {
    float[] lines = new float[TAPS];
    for (int line = 0; line < TAPS; line++) {
      float[] elements = new float[TAPS];
      for (int column = 0; column < TAPS; column++) {
        elements[column] = at(image, column * TAPS + line);
      }
      lines[line] = weighted(weights[1], elements);
    }
    return weighted(weights[0], lines);
  }

  private float weighted(float[] factors, float[] numbers) {
    float sum = rounded(factors[0] * numbers[0]);
    for (int tap = 1; tap < TAPS; tap++) {
      sum = sum(sum, rounded(factors[tap] * numbers[tap]));
    }
    return sum;
  }

  // ---- gradients; corners go down the columns

  private static int line(int corner) {
    return corner % TAPS;
  }

  private static int column(int corner) {
    return corner / TAPS;
  }

  @Override
  public float share(int corner, float grad) {
    return product(grad, weights[1][column(corner)], weights[0][line(corner)]);
  }

  @Override
  public void addSlopes(long image, float grad, float[] sums) {
    for (int corner = 0; corner < TAPS * TAPS; corner++) {
      float value = rounded(at(image, corner) * grad);
      int line = line(corner);
      int column = column(corner);
      float acrossColumns = product(value, slopes[1][column], weights[0][line]);
      float acrossLines = product(value, slopes[0][line], weights[1][column]);
      sums[1] = sum(sums[1], -acrossColumns);
      sums[0] = sum(sums[0], -acrossLines);
    }
  }
}
