package jackfield.backend.cpu.line;

/**
 * A sum of powers of e, kept as the largest exponent and the sum of powers of the differences to
 * it, so that no power overflows. Exponents may be complex.
 */
final class ExponentialSum {
  private double largest = Double.NEGATIVE_INFINITY; // of the real parts; changes with the sums
  private double sum; // of e^(x − largest): its real part
  private double imaginarySum;

  /** Returns the largest exponent; −∞ of none. */
  double largest() {
    return largest;
  }

  /** Adds e to the power of a number. */
  void add(double real, double imaginary) {
    if (real == Double.NEGATIVE_INFINITY) {
      return;
    }
    if (real > largest || Double.isNaN(real)) {
      var _ = raise(real);
    }
    double power = real == largest ? 1 : Math.exp(real - largest);
    sum += Double.isNaN(largest) ? Double.NaN : power * (imaginary == 0 ? 1 : Math.cos(imaginary));
    imaginarySum += imaginary == 0 ? 0 : power * Math.sin(imaginary);
  }

  /** Makes a number the largest exponent; returns the sum in relation to it. */
  double raise(double exponent) {
    double scale = largest == Double.NEGATIVE_INFINITY ? 0 : Math.exp(largest - exponent);
    sum = scale == 0 ? 0 : sum * scale;
    imaginarySum = scale == 0 ? 0 : imaginarySum * scale;
    largest = exponent;
    return sum;
  }

  /** Replaces the sum in relation to the largest exponent. */
  void set(double total) {
    sum = total;
  }

  /** Returns the real part of the logarithm. */
  double real() {
    if (imaginarySum == 0 && sum >= 0) {
      return largest + Math.log(sum);
    }
    return Double.isNaN(largest) ? Double.NaN : largest + Math.log(Math.hypot(sum, imaginarySum));
  }

  /** Returns the imaginary part of the logarithm. */
  double imaginary() {
    return Math.atan2(imaginarySum, sum);
  }
}
