package jackfield.backend.cpu.reference.special;

import java.util.function.DoubleUnaryOperator;

/**
 * Orthogonal polynomials. The degree is truncated to a whole number; for a negative one the result
 * is 0. Chebyshev polynomials of high degrees between −1 and 1 have closed forms in the inverse
 * cosine; the others, and all outside, follow their recurrences.
 *
 * <p><em>Source</em>: NIST Digital Library of Mathematical Functions, 18.5, 18.9; the degrees at
 * which the closed forms begin are PyTorch's.
 */
final class Polynomials {
  private static final int HERMITE_LIMIT = 512; // PyTorch's, of float64

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
    return recurrence(n, first, (k, value, before) -> 2 * x * value - before);
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
    return recurrence(
        n, 1 - x, (k, value, before) -> ((2 * k + 1 - x) * value - k * before) / (k + 1));
  }

  static double legendre(double x, double degree) {
    long n = whole(degree);
    if (Math.abs(x) == 1 && n >= 0) {
      return x > 0 || n % 2 == 0 ? 1 : -1;
    }
    return recurrence(n, x, (k, value, before) -> ((2 * k + 1) * x * value - k * before) / (k + 1));
  }

  private static double recurrence(long n, double first, Step step) {
    if (n <= 0) {
      return n < 0 ? 0 : 1;
    }
    double before = 1;
    double value = first;
    for (long k = 1; k < n && !Double.isNaN(value); k++) {
      double next = step.next(k, value, before);
      before = value;
      value = next;
    }
    return value;
  }
}
