package jackfield.backend.cpu.reference.loops;

/**
 * A mutable complex number into which operations write their results. A loop uses one for all its
 * elements, so that no element allocates.
 */
public final class Complex {
  private double real; // the next two fields are written by set(…), once per element
  private double imaginary;

  public double real() {
    return real;
  }

  public double imaginary() {
    return imaginary;
  }

  public void set(double newReal, double newImaginary) {
    real = newReal;
    imaginary = newImaginary;
  }

  /** Writes the product of {@code a + bi} and {@code c + di}. */
  public void multiply(double a, double b, double c, double d) {
    set(a * c - b * d, a * d + b * c);
  }

  /** Writes the quotient of {@code a + bi} by {@code c + di}, scaled to avoid overflow. */
  public void divide(double a, double b, double c, double d) {
    if (Math.abs(c) >= Math.abs(d)) {
      if (c == 0 && d == 0) {
        set(a / Math.abs(c), b / Math.abs(d));
        return;
      }
      double ratio = d / c;
      double scale = 1 / (c + d * ratio);
      set((a + b * ratio) * scale, (b - a * ratio) * scale);
    } else {
      double ratio = c / d;
      double scale = 1 / (c * ratio + d);
      set((a * ratio + b) * scale, (b * ratio - a) * scale);
    }
  }

  /** Writes e to the power of {@code a + bi}; infinity and NaN propagate through the products. */
  public void exp(double a, double b) {
    double length = Math.exp(a);
    set(length * Math.cos(b), length * Math.sin(b));
  }

  /** Writes 2 to the power of {@code a + bi}; an imaginary part that is 0 stays. */
  public void exp2(double a, double b) {
    exp(a * Math.log(2), b * Math.log(2));
    if (b == 0) {
      set(real, b);
    }
  }

  /** Writes the principal logarithm of {@code a + bi}. */
  public void log(double a, double b) {
    set(Math.log(Math.hypot(a, b)), Math.atan2(b, a));
  }

  /** Writes the principal logarithm of {@code a + bi} to the base whose logarithm is given. */
  public void log(double a, double b, double ofBase) {
    log(a, b);
    set(real / ofBase, imaginary / ofBase);
  }

  /** Writes the principal logarithm of {@code 1 + a + bi}, without cancellation near 0. */
  public void log1p(double a, double b) {
    boolean isSmall = Math.max(Math.abs(a), Math.abs(b)) < 0.5;
    double length = isSmall ? Math.log1p(a * (2 + a) + b * b) / 2 : Math.log(Math.hypot(1 + a, b));
    set(length, Math.atan2(b, 1 + a));
  }

  /** Writes e to the power of {@code a + bi}, less 1, without cancellation near 0. */
  public void expm1(double a, double b) {
    double half = Math.sin(b / 2);
    set(Math.expm1(a) * Math.cos(b) - 2 * half * half, Math.exp(a) * Math.sin(b));
  }

  /** Writes the square root of {@code a + bi} whose real part is not negative. */
  public void sqrt(double a, double b) {
    if (a == 0 && b == 0) {
      set(0, b);
      return;
    }
    if (Double.isInfinite(b)) {
      set(Double.POSITIVE_INFINITY, b);
      return;
    }
    double half = Math.sqrt((Math.abs(a) + Math.hypot(a, b)) / 2);
    if (a >= 0) {
      set(half, b / (2 * half));
    } else {
      set(Math.abs(b) / (2 * half), Math.copySign(half, b));
    }
  }

  /** Writes 1 divided by the square root of {@code a + bi}. */
  public void rsqrt(double a, double b) {
    sqrt(a, b);
    divide(1, 0, real, imaginary);
  }

  /** Writes the sine of {@code a + bi}: −i sinh(i(a + bi)). */
  public void sin(double a, double b) {
    sinh(-b, a);
    set(imaginary, -real);
  }

  /** Writes the cosine of {@code a + bi}: cosh(i(a + bi)). */
  public void cos(double a, double b) {
    cosh(-b, a);
  }

  /** Writes the tangent of {@code a + bi}: −i tanh(i(a + bi)). */
  public void tan(double a, double b) {
    tanh(-b, a);
    set(imaginary, -real);
  }

  /**
   * Writes the hyperbolic sine of {@code a + bi}; a part that is 0 stays beside infinity and NaN.
   */
  public void sinh(double a, double b) {
    set(a == 0 ? a : Math.sinh(a) * Math.cos(b), b == 0 ? b : Math.cosh(a) * Math.sin(b));
  }

  /** Writes the hyperbolic cosine of {@code a + bi}; it is real if a part is 0. */
  public void cosh(double a, double b) {
    boolean isReal = a == 0 || b == 0;
    double zero = Math.copySign(0, a) * Math.copySign(1, b);
    set(Math.cosh(a) * Math.cos(b), isReal ? zero : Math.sinh(a) * Math.sin(b));
  }

  /** Writes the logistic function of {@code a + bi}. */
  public void sigmoid(double a, double b) {
    exp(-a, -b);
    divide(1, 0, 1 + real, imaginary);
  }

  /** Writes the hyperbolic tangent of {@code a + bi}, by Kahan's formula. */
  public void tanh(double a, double b) {
    if (b == 0) {
      set(Math.tanh(a), b);
      return;
    }
    if (Math.abs(a)
        > 20) { // for larger arguments sinh² + 1 rounds to sinh², and for very large ones sinh
      // overflows
      set(Math.copySign(1, a), 4 * Math.sin(b) * Math.cos(b) * Math.exp(-2 * Math.abs(a)));
      return;
    }
    double tangent = Math.tan(b);
    double beta = 1 + tangent * tangent;
    double sinh = Math.sinh(a);
    double divisor = 1 + beta * sinh * sinh;
    set(beta * Math.sqrt(1 + sinh * sinh) * sinh / divisor, tangent / divisor);
  }

  /** Writes {@code a + bi} to the power of {@code c + di}. */
  public void pow(double a, double b, double c, double d) {
    if (c == 0 && d == 0) {
      set(1, 0);
    } else if (a == 0 && b == 0 && c > 0) {
      set(0, 0);
    } else {
      log(a, b);
      multiply(real, imaginary, c, d);
      if (imaginary == 0) {
        set(Math.exp(real), imaginary);
      } else {
        exp(real, imaginary);
      }
    }
  }
}
