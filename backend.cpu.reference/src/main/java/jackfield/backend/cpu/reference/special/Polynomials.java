package jackfield.backend.cpu.reference.special;

import java.util.function.DoubleUnaryOperator;

/**
 * Orthogonal polynomials. The degree is truncated to a whole number; for a negative one the result
 * is 0. Chebyshev polynomials of high degrees between −1 and 1 have closed forms in the inverse
 * cosine; the others, and all outside, follow their recurrences.
 *
 * <p><em>Source</em>: NIST Digital Library of Mathematical Functions, 18.5, 18.9; for degrees above
 * 100,000 Hilb's formulas, G. Szegő, Orthogonal Polynomials, 8.21 and 8.22; the degrees at which
 * the closed forms begin are PyTorch's.
 */
final class Polynomials {
  private static final int HERMITE_LIMIT = 512; // PyTorch's, of float64
  private static final long MOST_STEPS = 100_000; // of a recurrence; above, formulas for large n

  private Polynomials() {}

  /** A step of a recurrence: from the values of degrees k − 1 and k to that of k + 1. */
  @FunctionalInterface
  interface Step {
    double next(double k, double value, double before);
  }

  /** Returns the degree without its fraction, −1 for NaN and what 64 bits cannot hold. */
  private static long whole(double degree) {
    return Math.abs(degree) < 0x1p63 ? (long) degree : -1;
  }

  static double chebyshevT(double x, double degree) {
    long n = whole(degree);
    if (n < 0) {
      return 0;
    }
    if (Math.abs(x) == 1) {
      return x > 0 || n % 2 == 0 ? 1 : -1;
    }
    if (n > 6 && Math.abs(x) < 1) {
      return Math.cos(n * Math.acos(x));
    }
    return doubling(x, n, x);
  }

  static double chebyshevU(double x, double degree) {
    long n = whole(degree);
    if (n < 0) {
      return 0;
    }
    if (Math.abs(x) == 1) {
      return x > 0 || n % 2 == 0 ? n + 1.0 : -(n + 1.0);
    }
    return n > 8 && Math.abs(x) < 1 ? ratio(x, n + 1.0, 1, Math::sin) : doubling(x, n, 2 * x);
  }

  static double chebyshevV(double x, double degree) {
    long n = whole(degree);
    if (n < 0) {
      return 0;
    }
    if (Math.abs(x) == 1) {
      return x > 0 ? 1 : n % 2 == 0 ? 2.0 * n + 1 : -(2.0 * n + 1);
    }
    return n > 8 && Math.abs(x) < 1 ? ratio(x, n + 0.5, 0.5, Math::cos) : doubling(x, n, 2 * x - 1);
  }

  static double chebyshevW(double x, double degree) {
    long n = whole(degree);
    if (n < 0) {
      return 0;
    }
    if (Math.abs(x) == 1) {
      return x > 0 ? 2.0 * n + 1 : n % 2 == 0 ? 1 : -1;
    }
    return n > 8 && Math.abs(x) < 1 ? ratio(x, n + 0.5, 0.5, Math::sin) : doubling(x, n, 2 * x + 1);
  }

  private static double ratio(double x, double high, double low, DoubleUnaryOperator function) {
    double angle = Math.acos(x);
    return function.applyAsDouble(high * angle) / function.applyAsDouble(low * angle);
  }

  private static double doubling(double x, long n, double first) {
    if (n <= MOST_STEPS) {
      return recurrence(n, first, (k, value, before) -> 2 * x * value - before);
    }
    double root = Math.copySign(Math.sqrt(x * x - 1), x); // |x| > 1
    double share = (first - x + root) / (2 * root);
    return share * Math.pow(x + root, (double) n) + (1 - share) * Math.pow(x - root, (double) n);
  }

  static double hermiteH(double x, double degree) {
    long n = whole(degree);
    return n > HERMITE_LIMIT
        ? Double.NaN
        : recurrence(n, 2 * x, (k, value, before) -> 2 * x * value - 2 * k * before);
  }

  static double hermiteHe(double x, double degree) {
    long n = whole(degree);
    return n > HERMITE_LIMIT
        ? Double.NaN
        : recurrence(n, x, (k, value, before) -> x * value - k * before);
  }

  static double laguerre(double x, double degree) {
    long n = whole(degree);
    if (x == 0 && n >= 0) {
      return 1;
    }
    if (n > MOST_STEPS) {
      return largeLaguerre(n, x);
    }
    return recurrence(
        n, 1 - x, (k, value, before) -> ((2 * k + 1 - x) * value - k * before) / (k + 1));
  }

  static double legendre(double x, double degree) {
    long n = whole(degree);
    if (Math.abs(x) == 1 && n >= 0) {
      return x > 0 || n % 2 == 0 ? 1 : -1;
    }
    if (n > MOST_STEPS) {
      return x < 0 && n % 2 != 0 ? -largeLegendre(n, -x) : largeLegendre(n, Math.abs(x));
    }
    return recurrence(n, x, (k, value, before) -> ((2 * k + 1) * x * value - k * before) / (k + 1));
  }

  /** Returns a Laguerre polynomial by Hilb's formula. */
  private static double largeLaguerre(long n, double x) {
    double at = 2 * Math.sqrt(Math.abs(x) * (n + 0.5));
    return Math.exp(x / 2) * (x > 0 ? Bessel.j0(at) : ModifiedBessel.i0(at));
  }

  /** Returns a Legendre polynomial at x ≥ 0 by Hilb's formula. */
  private static double largeLegendre(long n, double x) {
    if (x < 1) {
      double angle = Math.acos(x);
      return Math.sqrt(angle / Math.sin(angle)) * Bessel.j0((n + 0.5) * angle);
    }
    double distance = Math.log(x + Math.sqrt(x * x - 1));
    return Math.sqrt(distance / Math.sinh(distance)) * ModifiedBessel.i0((n + 0.5) * distance);
  }

  private static double recurrence(long n, double first, Step step) {
    if (n <= 0) {
      return n < 0 ? 0 : 1;
    }
    double before = 1;
    double value = first;
    for (long k = 1; k < n && !Double.isNaN(value); k++) {
      double next = step.next((double) k, value, before);
      before = value;
      value = next;
    }
    return value;
  }
}
