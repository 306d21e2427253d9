package jackfield.backend.cpu.reference.unary;

/** The inverse hyperbolic functions of real numbers, without cancellation near 0. */
final class Hyperbolic {
  private static final double LARGE = 0x1p28; // above, 1 is negligible beside the square

  private Hyperbolic() {}

  static double asinh(double x) {
    double size = Math.abs(x);
    double value =
        size > LARGE
            ? Math.log(size) + Math.log(2)
            : Math.log1p(size + size * size / (1 + Math.sqrt(size * size + 1)));
    return Math.copySign(value, x);
  }

  static double acosh(double x) {
    if (x < 1) {
      return Double.NaN; // also where the sum below is 0, far below
    }
    if (x > LARGE) {
      return Math.log(x) + Math.log(2);
    }
    double above = x - 1;
    return Math.log1p(above + Math.sqrt(2 * above + above * above));
  }

  static double atanh(double x) {
    double size = Math.abs(x);
    return Math.copySign(Math.log1p(2 * size / (1 - size)) / 2, x);
  }
}
