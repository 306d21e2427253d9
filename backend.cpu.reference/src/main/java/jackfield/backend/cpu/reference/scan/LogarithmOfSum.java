package jackfield.backend.cpu.reference.scan;

/**
 * The logarithm of a sum of powers of e, kept as the largest exponent and the sum of powers of the
 * differences to it, so that no power overflows. Exponents may be complex.
 */
final class LogarithmOfSum {
  private double largest = Double.NEGATIVE_INFINITY; // of the real parts
  private double sum; // of e^(x − largest): its real part
  private double imaginarySum;

  /** Adds e to the power of a number. */
  void add(double real, double imaginary) {
    if (real == Double.NEGATIVE_INFINITY) {
      return;
    }
    if (real > largest || Double.isNaN(real)) {
      double scale = largest == Double.NEGATIVE_INFINITY ? 0 : Math.exp(largest - real);
      sum = scaled(sum, scale);
      imaginarySum = scaled(imaginarySum, scale);
      largest = real;
    }
    double power = real == largest ? 1 : Math.exp(real - largest);
    sum += Double.isNaN(largest) ? Double.NaN : power * (imaginary == 0 ? 1 : Math.cos(imaginary));
    imaginarySum += imaginary == 0 ? 0 : power * Math.sin(imaginary);
  }

  private static double scaled(double value, double scale) {
    return scale == 0 ? 0 : value * scale;
  }

  double real() {
    if (imaginarySum == 0 && sum >= 0) {
      return largest + Math.log(sum);
    }
    return Double.isNaN(largest) ? Double.NaN : largest + Math.log(Math.hypot(sum, imaginarySum));
  }

  double imaginary() {
    return Math.atan2(imaginarySum, sum);
  }
}
