package jackfield.backend.cpu.reference.special;

/**
 * Bessel functions of orders 0 and 1. Up to 25, all orders are computed by Miller's backward
 * recurrence, and the functions of the second kind by their series in functions of the first;
 * above, by the asymptotic expansions.
 *
 * <p><em>Source</em>: NIST Digital Library of Mathematical Functions, 10.8, 10.17, 10.23, 10.74.
 */
final class Bessel {
  private static final double EULER = 0.5772156649015329;
  private static final double LARGE = 25;
  private static final int ORDERS = 80; // of which the last is negligible at LARGE

  private Bessel() {}

  static double j0(double x) {
    double size = Math.abs(x);
    return size > LARGE ? large(size, 0, 0) : orders(size)[0];
  }

  static double j1(double x) {
    double size = Math.abs(x);
    double value = size > LARGE ? large(size, 1, 0) : orders(size)[1];
    return x < 0 ? -value : value;
  }

  static double y0(double x) {
    if (!(x > 0)) {
      return x == 0 ? Double.NEGATIVE_INFINITY : Double.NaN;
    }
    if (x > LARGE) {
      return large(x, 0, 1);
    }
    double[] j = orders(x);
    double sum = (Math.log(x / 2) + EULER) * j[0];
    for (int k = 1; 2 * k < ORDERS; k++) {
      sum -= sign(k) * 2 * j[2 * k] / k;
    }
    return sum * 2 / Math.PI;
  }

  static double y1(double x) {
    if (!(x > 0)) {
      return x == 0 ? Double.NEGATIVE_INFINITY : Double.NaN;
    }
    if (x > LARGE) {
      return large(x, 1, 1);
    }
    double[] j = orders(x);
    double sum = (Math.log(x / 2) + EULER) * j[1] - j[0] / x;
    for (int k = 1; 2 * k + 1 < ORDERS; k++) {
      sum += sign(k) * (j[2 * k - 1] - j[2 * k + 1]) / k;
    }
    return sum * 2 / Math.PI;
  }

  private static int sign(int k) {
    return k % 2 == 0 ? 1 : -1;
  }

  /** Returns the functions of the first kind of all orders, scaled so that J₀ + 2ΣJ₂ₖ is 1. */
  private static double[] orders(double x) {
    double[] j = new double[ORDERS + 2];
    if (x < 1e-8) {
      j[0] = 1;
      j[1] = x / 2;
      return j;
    }
    j[ORDERS] = Double.MIN_NORMAL;
    for (int k = ORDERS; k > 0; k--) {
      j[k - 1] = 2 * k / x * j[k] - j[k + 1];
      if (Math.abs(j[k - 1]) > 1e200) {
        for (int i = k - 1; i <= ORDERS; i++) {
          j[i] *= 1e-300;
        }
      }
    }
    double sum = j[0];
    for (int k = 2; k <= ORDERS; k += 2) {
      sum += 2 * j[k];
    }
    for (int k = 0; k <= ORDERS; k++) {
      j[k] /= sum;
    }
    return j;
  }

  /** Returns the function of the first kind (0) or of the second (1) for a large argument. */
  private static double large(double x, int order, int kind) {
    if (Double.isInfinite(x)) {
      return Double.NaN; // as in PyTorch
    }
    double[] factors = {1, 0}; // of the cosine and the sine
    double term = 1;
    for (int k = 1; k < 40 && Math.abs(term) > 0x1p-60; k++) {
      double odd = 2 * k - 1;
      term *= (4 * order - odd * odd) / (8 * k * x);
      factors[k % 2] += k / 2 % 2 == 0 ? term : -term;
    }
    double sin = Math.sin(x);
    double cos = Math.cos(x);
    // the phase x − π/4, or x − 3π/4, without its rounding error
    double phaseCos = order == 0 ? cos + sin : sin - cos;
    double phaseSin = order == 0 ? sin - cos : -sin - cos;
    double sum =
        kind == 0
            ? factors[0] * phaseCos - factors[1] * phaseSin
            : factors[0] * phaseSin + factors[1] * phaseCos;
    return sum / Math.sqrt(Math.PI * x);
  }
}
