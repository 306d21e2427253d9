package jackfield.backend.cpu.reference.loops;

import java.util.function.DoubleUnaryOperator;

/**
 * Powers of single numbers, for cases in which C, Java and shortcuts for fixed exponents differ.
 */
public final class Powers {
  private Powers() {}

  /** Returns C's {@code pow}: 1 to any power is 1, and so is −1 to an infinite power. */
  public static double pow(double base, double exponent) {
    if (base == 1 || (base == -1 && Double.isInfinite(exponent))) {
      return 1;
    }
    return Math.pow(base, exponent);
  }

  /**
   * Returns the power to a fixed exponent. The shortcuts differ from {@link #pow} at the edges: the
   * square root of −∞ is NaN, its power of 0.5 is ∞.
   */
  public static DoubleUnaryOperator to(double exponent) {
    if (exponent == 0.5) {
      return Math::sqrt;
    } else if (exponent == -0.5) {
      return x -> 1 / Math.sqrt(x);
    } else if (exponent == -1) {
      return x -> 1 / x;
    } else if (exponent == 2) {
      return x -> x * x;
    } else if (exponent == 3) {
      return x -> x * x * x;
    } else if (exponent == -2) {
      return x -> 1 / (x * x);
    }
    return x -> pow(x, exponent);
  }

  /**
   * Returns the integer power modulo 2⁶⁴; a negative exponent gives the fraction truncated to 0.
   */
  public static long pow(long base, long exponent) {
    if (exponent < 0) {
      return base == 1 ? 1 : base == -1 ? ((exponent & 1) == 0 ? 1 : -1) : 0;
    }
    long result = 1;
    long square = base;
    for (long left = exponent; left != 0; left >>>= 1) {
      if ((left & 1) != 0) {
        result *= square;
      }
      square *= square;
    }
    return result;
  }
}
