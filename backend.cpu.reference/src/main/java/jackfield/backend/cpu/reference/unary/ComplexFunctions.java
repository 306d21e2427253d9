package jackfield.backend.cpu.reference.unary;

/**
 * Functions of complex numbers {@code a + bi}. The inverse ones have Kahan's branch cuts and need
 * no care near them, since they are composed of square roots.
 *
 * <p><em>Source</em>: W. Kahan, Branch cuts for complex elementary functions (1987).
 */
final class ComplexFunctions {
  private ComplexFunctions() {}

  private static void set(double[] result, double real, double imaginary) {
    result[0] = real;
    result[1] = imaginary;
  }

  /** Returns the square root whose real part is not negative. */
  private static double[] sqrt(double a, double b) {
    if (a == 0 && b == 0) {
      return new double[] {0, b};
    }
    if (Double.isInfinite(b)) {
      return new double[] {Double.POSITIVE_INFINITY, b};
    }
    double half = Math.sqrt((Math.abs(a) + Math.hypot(a, b)) / 2);
    return a >= 0
        ? new double[] {half, b / (2 * half)}
        : new double[] {Math.abs(b) / (2 * half), Math.copySign(half, b)};
  }

  static void asin(double[] result, double a, double b) {
    double[] minus = sqrt(1 - a, -b);
    double[] plus = sqrt(1 + a, b);
    double real = Math.atan2(a, minus[0] * plus[0] - minus[1] * plus[1]);
    set(result, real, Hyperbolic.asinh(minus[0] * plus[1] - minus[1] * plus[0]));
  }

  static void acos(double[] result, double a, double b) {
    double[] minus = sqrt(1 - a, -b);
    double[] plus = sqrt(1 + a, b);
    double real = 2 * Math.atan2(minus[0], plus[0]);
    set(result, real, Hyperbolic.asinh(plus[0] * minus[1] - plus[1] * minus[0]));
  }

  static void acosh(double[] result, double a, double b) {
    double[] minus = sqrt(a - 1, b);
    double[] plus = sqrt(a + 1, b);
    double real = Hyperbolic.asinh(minus[0] * plus[0] + minus[1] * plus[1]);
    set(result, real, 2 * Math.atan2(minus[1], plus[0]));
  }

  /** Writes the inverse of sinh: −i asin(i(a + bi)). */
  static void asinh(double[] result, double a, double b) {
    asin(result, -b, a);
    set(result, result[1], -result[0]);
  }

  static void atanh(double[] result, double a, double b) {
    double distance = (1 - a) * (1 - a) + b * b;
    double real = Math.log1p(4 * a / distance) / 4;
    set(result, real, Math.atan2(2 * b, (1 - a) * (1 + a) - b * b) / 2);
  }

  /** Writes the inverse of tan: −i atanh(i(a + bi)). */
  static void atan(double[] result, double a, double b) {
    atanh(result, -b, a);
    set(result, result[1], -result[0]);
  }

  static void sign(double[] result, double a, double b) {
    double length = Math.hypot(a, b);
    if (length == 0) {
      set(result, 0, 0);
    } else {
      set(result, a / length, b / length);
    }
  }

  /** Writes sin(πz) / (πz), and 1 at 0. */
  static void sinc(double[] result, double a, double b) {
    if (a == 0 && b == 0) {
      set(result, 1, 0);
      return;
    }
    double x = Math.PI * a;
    double y = Math.PI * b;
    double real = Math.sin(x) * Math.cosh(y);
    double imaginary = Math.cos(x) * Math.sinh(y);
    divide(result, real, imaginary, x, y);
  }

  /** Writes z / (1 + exp(−z)). */
  static void silu(double[] result, double a, double b) {
    sigmoid(result, a, b);
    multiply(result, a, b);
  }

  /** Writes the gradient times the conjugate of σ(z) (1 + z (1 − σ(z))). */
  static void siluGradient(double[] result, double a, double b, double c, double d) {
    sigmoid(result, c, d);
    double real = result[0];
    double imaginary = result[1];
    set(result, 1 - real, -imaginary);
    multiply(result, c, d);
    result[0] += 1;
    multiply(result, real, imaginary);
    result[1] = -result[1];
    multiply(result, a, b);
  }

  private static void sigmoid(double[] result, double a, double b) {
    double length = Math.exp(-a);
    divide(result, 1, 0, 1 + length * Math.cos(b), -length * Math.sin(b));
  }

  private static void multiply(double[] result, double c, double d) {
    set(result, result[0] * c - result[1] * d, result[0] * d + result[1] * c);
  }

  private static void divide(double[] result, double a, double b, double c, double d) {
    double scale = Math.max(Math.abs(c), Math.abs(d));
    double real = c / scale;
    double imaginary = d / scale;
    double square = (real * real + imaginary * imaginary) * scale;
    set(result, (a * real + b * imaginary) / square, (b * real - a * imaginary) / square);
  }
}
