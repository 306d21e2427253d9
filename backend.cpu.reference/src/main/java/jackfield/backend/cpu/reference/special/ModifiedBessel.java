package jackfield.backend.cpu.reference.special;

/**
 * Modified Bessel functions of orders 0 and 1. Where a power series cancels, an integral over
 * {@code exp(±x cosh t)} is summed by the trapezoidal rule, which converges faster than any power
 * of the step.
 *
 * <p><em>Source</em>: NIST Digital Library of Mathematical Functions, 10.25, 10.31, 10.32, 10.40.
 */
final class ModifiedBessel {
  private static final double EULER = 0.5772156649015329;
  private static final double LARGE = 25; // above, the asymptotic series is exact to 2⁻⁵³
  private static final double STEP = 0.0625;

  private ModifiedBessel() {}

  static double i0(double x) {
    return Math.abs(x) > LARGE ? i0e(x) * Math.exp(Math.abs(x)) : series(x, 0);
  }

  static double i0e(double x) {
    double size = Math.abs(x);
    return size > LARGE ? asymptotic(size, 0) : series(x, 0) * Math.exp(-size);
  }

  static double i1(double x) {
    return Math.abs(x) > LARGE ? i1e(x) * Math.exp(Math.abs(x)) : x / 2 * series(x, 1);
  }

  static double i1e(double x) {
    double size = Math.abs(x);
    return size > LARGE
        ? Math.copySign(asymptotic(size, 1), x)
        : x / 2 * series(x, 1) * Math.exp(-size);
  }

  /** Sums the powers of x²/4 over k! (k + order)!; all terms are positive. */
  private static double series(double x, int order) {
    double quarter = x * x / 4;
    double term = 1;
    double sum = 1;
    for (int k = 1; term > sum * 0x1p-60; k++) {
      term *= quarter / (k * (double) (k + order));
      sum += term;
    }
    return sum + x * 0; // NaN stays
  }

  /** Sums the series in 1/x for a large x, without the factor exp(x). */
  private static double asymptotic(double x, int order) {
    double term = 1;
    double sum = 1;
    for (int k = 1; k < 60 && Math.abs(term) > 0x1p-60; k++) {
      double odd = 2 * k - 1;
      term *= (odd * odd - 4 * order) / (8 * k * x);
      sum += term;
    }
    return sum / Math.sqrt(2 * Math.PI * x);
  }

  static double k0(double x) {
    return x > 1 ? integral(x, 0) * Math.exp(-x) : smallK0(x);
  }

  static double k1(double x) {
    return x > 1 ? integral(x, 1) * Math.exp(-x) : smallK1(x);
  }

  static double k0e(double x) {
    return x > 1 ? integral(x, 0) : smallK0(x) * Math.exp(x);
  }

  static double k1e(double x) {
    return x > 1 ? integral(x, 1) : smallK1(x) * Math.exp(x);
  }

  private static double smallK0(double x) {
    if (!(x > 0)) {
      return x == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
    }
    double quarter = x * x / 4;
    double term = 1;
    double harmonic = 0;
    double sum = 0;
    for (int k = 1; k < 20; k++) {
      term *= quarter / (k * (double) k);
      harmonic += 1.0 / k;
      sum += term * harmonic;
    }
    return sum - (Math.log(x / 2) + EULER) * i0(x);
  }

  private static double smallK1(double x) {
    if (!(x > 0)) {
      return x == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
    }
    double quarter = x * x / 4;
    double term = 1;
    double harmonic = 0;
    double sum = 0;
    for (int k = 0; k < 20; k++) {
      sum += term * (2 * (harmonic - EULER) + 1.0 / (k + 1));
      harmonic += 1.0 / (k + 1);
      term *= quarter / ((k + 1) * (double) (k + 2));
    }
    return 1 / x + Math.log(x / 2) * i1(x) - x / 4 * sum;
  }

  /** Returns K of any order times exp(x): the integral of exp(x − x cosh t) cosh(order t). */
  static double integral(double x, double order) {
    if (Double.isInfinite(x)) {
      return 0;
    }
    double step = STEP / Math.sqrt(Math.max(1, x / 16));
    double sum = 0.5;
    double term = 1;
    for (int i = 1; term > sum * 0x1p-60; i++) {
      double half = Math.sinh(i * step / 2);
      term = Math.exp(-2 * x * half * half) * Math.cosh(order * i * step);
      sum += term;
    }
    return sum * step;
  }
}
