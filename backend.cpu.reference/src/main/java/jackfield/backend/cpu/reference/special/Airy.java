package jackfield.backend.cpu.reference.special;

/**
 * The Airy function Ai: by its power series near 0, else by a Bessel function of order ⅓ or an
 * asymptotic expansion.
 *
 * <p><em>Source</em>: NIST Digital Library of Mathematical Functions, 9.4, 9.6, 9.7.
 */
final class Airy {
  private static final double AT_ZERO = 0.3550280538878172;
  private static final double SLOPE_AT_ZERO = 0.2588194037928068;

  private Airy() {}

  static double value(double x) {
    if (Double.isInfinite(x)) {
      return Double.NaN; // as in PyTorch
    }
    if (x > 2) {
      double zeta = 2.0 / 3 * x * Math.sqrt(x);
      double bessel = ModifiedBessel.integral(zeta, 1.0 / 3) * Math.exp(-zeta);
      return Math.sqrt(x / 3) / Math.PI * bessel;
    }
    return x < -7 ? oscillating(-x) : series(x);
  }

  private static double series(double x) {
    double cube = x * x * x;
    double even = 1;
    double odd = x;
    double sum = AT_ZERO * even - SLOPE_AT_ZERO * odd;
    for (int k = 1; k < 100; k++) {
      even *= cube / ((3 * k - 1) * (double) (3 * k));
      odd *= cube / (3 * k * (double) (3 * k + 1));
      sum += AT_ZERO * even - SLOPE_AT_ZERO * odd;
    }
    return sum;
  }

  private static double oscillating(double x) {
    double zeta = 2.0 / 3 * x * Math.sqrt(x);
    double[] factors = {1, 0};
    double term = 1;
    double last = 2;
    for (int k = 1; k < 60 && Math.abs(term) < last && Math.abs(term) > 0x1p-60; k++) {
      last = Math.abs(term);
      term *= (6 * k - 5) * (6 * k - 3.0) * (6 * k - 1) / (216.0 * k * (2 * k - 1) * zeta);
      factors[k % 2] += k / 2 % 2 == 0 ? term : -term;
    }
    double phase = zeta - Math.PI / 4;
    double sum = factors[0] * Math.cos(phase) + factors[1] * Math.sin(phase);
    return sum / (Math.sqrt(Math.PI) * Math.pow(x, 0.25));
  }
}
