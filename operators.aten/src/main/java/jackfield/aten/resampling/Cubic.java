package jackfield.aten.resampling;

/** The cubic polynomials by which elements are weighed, after R. Keys (1981). */
public final class Cubic {
  private Cubic() {}

  /**
   * Returns the weight of an element.
   *
   * @param a the coefficient of the outer polynomial
   * @param distance from the element, of any sign
   */
  public static double weight(double a, double distance) {
    double x = Math.abs(distance);
    if (x <= 1) {
      return ((a + 2) * x - (a + 3)) * x * x + 1;
    }
    return x < 2 ? a * (((x - 5) * x + 8) * x - 4) : 0;
  }

  /** Returns the derivative of {@link #weight} with respect to the distance. */
  public static double slope(double a, double distance) {
    double x = Math.abs(distance);
    double slope = 0;
    if (x <= 1) {
      slope = (3 * (a + 2) * x - 2 * (a + 3)) * x;
    } else if (x < 2) {
      slope = a * ((3 * x - 10) * x + 8);
    }
    return distance < 0 ? -slope : slope;
  }
}
