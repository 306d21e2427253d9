package jackfield.backend.cpu.elementwise;

import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;

/**
 * A complex number. Vectors do not support them: loops over them are plain, and the compiler keeps
 * these objects in registers.
 *
 * @param re the real part
 * @param im the imaginary part
 */
public record Complex(double re, double im) {
  /** A function of complex numbers that an elementwise operator computes. */
  @FunctionalInterface
  interface Function {
    /**
     * Returns the result.
     *
     * @param a the element of the first input
     * @param b the element of the second input; of the first if there is only one
     * @param number the operator's number argument
     */
    Complex apply(Complex a, Complex b, Complex number);
  }

  private static final Complex ONE = new Complex(1, 0);
  private static final double LN_2 = Math.log(2);
  private static final double LN_10 = Math.log(10);
  private static final double TANH_IS_ONE =
      20; // for larger arguments sinh² + 1 rounds to sinh², and for very large ones sinh overflows

  /** Returns the element at an address. */
  public static Complex at(DType type, long address) {
    return new Complex(Elements.doubleAt(type, address), Elements.imaginaryAt(type, address));
  }

  /** Returns a number as a complex one. */
  public static Complex of(Scalar number) {
    return new Complex(number.toDouble(), number.imaginary());
  }

  static Complex ofBoolean(boolean value) {
    return new Complex(value ? 1 : 0, 0);
  }

  /** Returns the sum. */
  public Complex plus(Complex other) {
    return new Complex(re + other.re, im + other.im);
  }

  Complex minus(Complex other) {
    return new Complex(re - other.re, im - other.im);
  }

  /** Returns the product. */
  public Complex times(Complex other) {
    return new Complex(re * other.re - im * other.im, re * other.im + im * other.re);
  }

  /** Divides by Smith's method, which scales to avoid overflow. */
  Complex over(Complex other) {
    double c = other.re;
    double d = other.im;
    if (c == 0 && d == 0) {
      return new Complex(re / Math.abs(c), im / Math.abs(d));
    }
    if (Math.abs(c) >= Math.abs(d)) {
      double ratio = d / c;
      double scale = 1 / (c + d * ratio);
      return new Complex((re + im * ratio) * scale, (im - re * ratio) * scale);
    }
    double ratio = c / d;
    double scale = 1 / (c * ratio + d);
    return new Complex((re * ratio + im) * scale, (im * ratio - re) * scale);
  }

  Complex negated() {
    return new Complex(-re, -im);
  }

  Complex conjugate() {
    return new Complex(re, -im);
  }

  Complex oneMinus() {
    return ONE.minus(this);
  }

  /** Returns e to the power of this; infinity and NaN propagate through the products. */
  Complex exp() {
    double length = Math.exp(re);
    return new Complex(length * Math.cos(im), length * Math.sin(im));
  }

  /** Returns the principal logarithm. */
  Complex log() {
    return new Complex(Math.log(Math.hypot(re, im)), Math.atan2(im, re));
  }

  /** Returns the root whose real part is not negative. */
  Complex sqrt() {
    if (re == 0 && im == 0) {
      return new Complex(0, im);
    }
    if (Double.isInfinite(im)) {
      return new Complex(Double.POSITIVE_INFINITY, im);
    }
    double half = Math.sqrt((Math.abs(re) + Math.hypot(re, im)) / 2);
    return re >= 0
        ? new Complex(half, im / (2 * half))
        : new Complex(Math.abs(im) / (2 * half), Math.copySign(half, im));
  }

  Complex sigmoid() {
    return ONE.over(ONE.plus(negated().exp()));
  }

  /** Returns the hyperbolic tangent, by Kahan's formula. */
  Complex tanh() {
    if (im == 0) {
      return new Complex(Math.tanh(re), im);
    }
    if (Math.abs(re) > TANH_IS_ONE) {
      double rest = 4 * Math.sin(im) * Math.cos(im) * Math.exp(-2 * Math.abs(re));
      return new Complex(Math.copySign(1, re), rest);
    }
    double tangent = Math.tan(im);
    double beta = 1 + tangent * tangent;
    double sinh = Math.sinh(re);
    double divisor = 1 + beta * sinh * sinh;
    return new Complex(beta * Math.sqrt(1 + sinh * sinh) * sinh / divisor, tangent / divisor);
  }

  Complex reciprocal() {
    return ONE.over(this);
  }

  /** Returns the absolute value, as a real number. */
  Complex abs() {
    return new Complex(Math.hypot(re, im), 0);
  }

  boolean isZero() {
    return re == 0 && im == 0;
  }

  boolean isFinite() {
    return Double.isFinite(re) && Double.isFinite(im);
  }

  /** Returns the product with the sigmoid. */
  Complex silu() {
    return over(ONE.plus(negated().exp()));
  }

  /** Returns the derivative of {@link #silu}. */
  Complex siluSlope() {
    Complex sigmoid = sigmoid();
    return sigmoid.times(ONE.plus(times(sigmoid.oneMinus())));
  }

  /** Returns 1 divided by the square root. */
  Complex rsqrt() {
    return ONE.over(sqrt());
  }

  /** Returns the sine: −i sinh(i z). */
  Complex sin() {
    Complex sinh = new Complex(-im, re).sinh();
    return new Complex(sinh.im, -sinh.re);
  }

  /** Returns the cosine: cosh(i z). */
  Complex cos() {
    return new Complex(-im, re).cosh();
  }

  /** Returns the tangent: −i tanh(i z). */
  Complex tan() {
    Complex tanh = new Complex(-im, re).tanh();
    return new Complex(tanh.im, -tanh.re);
  }

  /** Returns the hyperbolic sine; a part that is 0 stays beside infinity and NaN. */
  Complex sinh() {
    return new Complex(
        re == 0 ? re : Math.sinh(re) * Math.cos(im), im == 0 ? im : Math.cosh(re) * Math.sin(im));
  }

  /** Returns the hyperbolic cosine; it is real if a part is 0. */
  Complex cosh() {
    boolean isReal = re == 0 || im == 0;
    double zero = Math.copySign(0, re) * Math.copySign(1, im);
    return new Complex(Math.cosh(re) * Math.cos(im), isReal ? zero : Math.sinh(re) * Math.sin(im));
  }

  /** Returns the principal logarithm to the base 10. */
  Complex log10() {
    Complex log = log();
    return new Complex(log.re / LN_10, log.im / LN_10);
  }

  /** Returns the principal logarithm of 1 + z, without cancellation near 0. */
  Complex log1p() {
    boolean isSmall = Math.max(Math.abs(re), Math.abs(im)) < 0.5;
    double length =
        isSmall ? Math.log1p(re * (2 + re) + im * im) / 2 : Math.log(Math.hypot(1 + re, im));
    return new Complex(length, Math.atan2(im, 1 + re));
  }

  /** Returns e to the power of z, less 1, without cancellation near 0. */
  Complex expm1() {
    double half = Math.sin(im / 2);
    return new Complex(
        Math.expm1(re) * Math.cos(im) - 2 * half * half, Math.exp(re) * Math.sin(im));
  }

  /** Returns the principal logarithm to the base 2. */
  Complex log2() {
    Complex log = log();
    return new Complex(log.re / LN_2, log.im / LN_2);
  }

  /** Returns 2 to the power of z; an imaginary part that is 0 stays. */
  Complex exp2() {
    Complex power = new Complex(re * LN_2, im * LN_2).exp();
    return im == 0 ? new Complex(power.re, im) : power;
  }

  /** Returns z to a power. */
  Complex pow(Complex exponent) {
    if (exponent.isZero()) {
      return ONE;
    }
    if (isZero() && exponent.re > 0) {
      return new Complex(0, 0);
    }
    Complex product = log().times(exponent);
    return product.im == 0 ? new Complex(Math.exp(product.re), product.im) : product.exp();
  }

  // The inverse functions have Kahan's branch cuts and need no care near them, since they are
  // composed of square roots: W. Kahan, Branch cuts for complex elementary functions (1987).

  /** Returns the inverse sine. */
  Complex asin() {
    Complex minus = new Complex(1 - re, -im).sqrt();
    Complex plus = new Complex(1 + re, im).sqrt();
    return new Complex(
        Math.atan2(re, minus.re * plus.re - minus.im * plus.im),
        inverseSinh(minus.re * plus.im - minus.im * plus.re));
  }

  /** Returns the inverse cosine. */
  Complex acos() {
    Complex minus = new Complex(1 - re, -im).sqrt();
    Complex plus = new Complex(1 + re, im).sqrt();
    return new Complex(
        2 * Math.atan2(minus.re, plus.re), inverseSinh(plus.re * minus.im - plus.im * minus.re));
  }

  /** Returns the inverse tangent: −i atanh(i z). */
  Complex atan() {
    Complex atanh = new Complex(-im, re).atanh();
    return new Complex(atanh.im, -atanh.re);
  }

  /** Returns the inverse hyperbolic sine: −i asin(i z). */
  Complex asinh() {
    Complex asin = new Complex(-im, re).asin();
    return new Complex(asin.im, -asin.re);
  }

  /** Returns the inverse hyperbolic cosine. */
  Complex acosh() {
    Complex minus = new Complex(re - 1, im).sqrt();
    Complex plus = new Complex(re + 1, im).sqrt();
    return new Complex(
        inverseSinh(minus.re * plus.re + minus.im * plus.im), 2 * Math.atan2(minus.im, plus.re));
  }

  /** Returns the inverse hyperbolic tangent. */
  Complex atanh() {
    double distance = (1 - re) * (1 - re) + im * im;
    return new Complex(
        Math.log1p(4 * re / distance) / 4, Math.atan2(2 * im, (1 - re) * (1 + re) - im * im) / 2);
  }

  private static double inverseSinh(double x) {
    double size = Math.abs(x);
    double value =
        size > 0x1p28 // 1 is negligible beside the square
            ? Math.log(size) + LN_2
            : Math.log1p(size + size * size / (1 + Math.sqrt(size * size + 1)));
    return Math.copySign(value, x);
  }
}
