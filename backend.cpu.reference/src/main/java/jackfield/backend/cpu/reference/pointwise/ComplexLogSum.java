package jackfield.backend.cpu.reference.pointwise;

import jackfield.backend.cpu.reference.loops.Complex;

/**
 * The logarithm of the sum of two complex powers of e. The one with the greater real part is put
 * before the bracket, so that no power overflows.
 */
final class ComplexLogSum {
  private final Complex power = new Complex(); // of the smaller one, written once per element

  void apply(Complex result, double a, double b, double c, double d) {
    if (Double.isNaN(a) || Double.isNaN(b) || Double.isNaN(c) || Double.isNaN(d)) {
      result.set(Double.NaN, Double.NaN);
    } else if (a > c) {
      ordered(result, c, d, a, b);
    } else {
      ordered(result, a, b, c, d);
    }
  }

  /** Computes for {@code a <= c}. */
  private void ordered(Complex result, double a, double b, double c, double d) {
    if (a == c && Double.isInfinite(a)) {
      infinite(result, a, b, c, d);
      return;
    }
    exponential(power, a - c, b - d);
    result.log1p(power.real(), power.imaginary());
    result.set(result.real() + c, result.imaginary() + d);
  }

  private void infinite(Complex result, double a, double b, double c, double d) {
    if (a < 0) {
      result.set(c, d); // both powers are 0; PyTorch keeps the second
      return;
    }
    exponential(power, a, b);
    exponential(result, c, d);
    result.log(result.real() + power.real(), result.imaginary() + power.imaginary());
  }

  /** Computes a power of e; real numbers stay real, and the angle of 0 does not matter. */
  private static void exponential(Complex result, double a, double b) {
    if (b == 0) {
      result.set(Math.exp(a), b);
    } else if (a == Double.NEGATIVE_INFINITY && !Double.isFinite(b)) {
      result.set(0, 0);
    } else {
      result.exp(a, b);
    }
  }
}
