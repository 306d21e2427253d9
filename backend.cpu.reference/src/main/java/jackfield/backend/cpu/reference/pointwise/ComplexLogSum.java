package jackfield.backend.cpu.reference.pointwise;

import jackfield.backend.cpu.reference.loops.Complex;

/**
 * The logarithm of the sum of two complex powers of e. The one with the greater real part is put
 * before the bracket, so that no power overflows.
 */
final class ComplexLogSum {
  private final Complex power = new Complex(); // of the smaller one, written once per element

  void apply(Complex result, double a, double b, double c, double d) {
    if (a > c || Double.isNaN(a)) {
      ordered(result, c, d, a, b);
    } else {
      ordered(result, a, b, c, d);
    }
  }

  /** Computes for {@code a <= c}, or NaN. */
  private void ordered(Complex result, double a, double b, double c, double d) {
    if (a == c && Double.isInfinite(a)) {
      infinite(result, a, b, c, d);
      return;
    }
    power.exp(a - c, b - d);
    result.log1p(power.real(), power.imaginary());
    result.set(result.real() + c, result.imaginary() + d);
  }

  private void infinite(Complex result, double a, double b, double c, double d) {
    if (a < 0) {
      result.set(a, b);
      return;
    }
    power.exp(a, b);
    result.exp(c, d);
    result.log(result.real() + power.real(), result.imaginary() + power.imaginary());
  }
}
