package jackfield.backend.cpu.elementwise;

/** The logarithm of the sum of two powers of e, of complex numbers; without overflow. */
final class ComplexLogSum {
  private ComplexLogSum() {}

  static Complex of(Complex a, Complex b) {
    if (isNan(a) || isNan(b)) {
      return new Complex(Double.NaN, Double.NaN);
    }
    return a.re() > b.re() ? ordered(b, a) : ordered(a, b);
  }

  private static boolean isNan(Complex a) {
    return Double.isNaN(a.re()) || Double.isNaN(a.im());
  }

  /** Computes where the second real part is not smaller. */
  private static Complex ordered(Complex a, Complex b) {
    if (a.re() != b.re() || !Double.isInfinite(a.re())) {
      return power(a.minus(b)).log1p().plus(b);
    }
    if (a.re() < 0) {
      return b; // both powers are 0; PyTorch keeps the second
    }
    return power(b).plus(power(a)).log();
  }

  /** Computes a power of e; real numbers stay real, and the angle of 0 does not matter. */
  private static Complex power(Complex a) {
    if (a.im() == 0) {
      return new Complex(Math.exp(a.re()), a.im());
    }
    if (a.re() == Double.NEGATIVE_INFINITY && !Double.isFinite(a.im())) {
      return new Complex(0, 0);
    }
    return a.exp();
  }
}
