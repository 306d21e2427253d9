package jackfield.backend.cpu.reference.loops;

/** Rounded quotients of single numbers. */
public final class Quotients {
  private Quotients() {}

  /**
   * Returns the quotient rounded down, from the exact remainder: {@code floor(a / b)} alone is off
   * by one where {@code a / b} rounds up to an integer.
   */
  public static double floor(double a, double b) {
    if (b == 0) {
      return a / b;
    }
    double remainder = a % b;
    double quotient = (a - remainder) / b;
    if (remainder != 0 && (b < 0) != (remainder < 0)) {
      quotient -= 1;
    }
    return quotient == 0 ? Math.copySign(0, a / b) : nearestBelow(quotient);
  }

  /** Corrects the rounding error of a quotient that is an integer except for that error. */
  private static double nearestBelow(double quotient) {
    double below = Math.floor(quotient);
    return quotient - below > 0.5 ? below + 1 : below;
  }

  /** Returns the remainder that has the sign of the divisor. */
  public static double floorRemainder(double a, double b) {
    double remainder = a % b;
    return remainder != 0 && (b < 0) != (remainder < 0) ? remainder + b : remainder;
  }

  /** Returns the quotient rounded towards zero. */
  public static double trunc(double quotient) {
    return quotient < 0 ? Math.ceil(quotient) : Math.floor(quotient);
  }
}
