package jackfield.aten.random;

/**
 * Functions made of additions, subtractions, multiplications, divisions and square roots of
 * float64, each rounded to nearest and none fused. IEEE 754 determines each of these steps, so the
 * functions have the same bits on every processor and every graphics card that takes the same
 * steps. Libraries of functions differ in the last bit.
 *
 * <p>The relative error is below 1e-14. Polynomials are evaluated from the highest power down.
 */
public final class PortableMath {
  private static final double LN2_HIGH = 0x1.62E42FEp-1; // the upper bits of ln 2: exact products
  private static final double LN2_LOW = 0x1.F473DE6AF278Fp-30;
  private static final double LOG2_E = 0x1.71547652B82FEp0;
  private static final double ROOT_HALF = 0x1.6A09E667F3BCDp-1;
  private static final double TINY = 0x1p-1022; // below, numbers are subnormal
  private static final int MANTISSA_BITS = 52;
  private static final int BIAS = 1023;
  private static final double EXP_MOST = 709.782712893384; // beyond, the result is infinite
  private static final double EXP_LEAST = -745.1332191019412; // below, the result is 0
  private static final int LOG_TERMS = 11; // (sqrt(2) - 1) / (sqrt(2) + 1) to the 23rd is 3e-18
  private static final int EXP_TERMS = 14; // (ln 2 / 2) to the 15th over 15! is 1e-19
  private static final int SINE_TERMS = 10; // (pi / 4) to the 21st over 21! is 1e-22

  private PortableMath() {}

  /** Returns the natural logarithm of a positive finite number. */
  public static double log(double a) {
    double scaled = a < TINY ? a * 0x1p54 : a;
    long bits = Double.doubleToRawLongBits(scaled);
    double power = (bits >>> MANTISSA_BITS) - BIAS - (a < TINY ? 54 : 0);
    double part =
        Double.longBitsToDouble(
            (bits & ((1L << MANTISSA_BITS) - 1)) | (long) (BIAS - 1) << MANTISSA_BITS);
    if (part < ROOT_HALF) {
      part = part * 2;
    } else {
      power = power + 1;
    }
    // part is from sqrt(1/2) to sqrt(2), and its logarithm is 2 artanh((part - 1) / (part + 1)).
    double s = (part - 1) / (part + 1);
    double square = s * s;
    double sum = 0;
    for (int term = LOG_TERMS; term > 0; term--) {
      sum = (sum + 1.0 / (2 * term + 1)) * square;
    }
    return power * LN2_HIGH + (2 * s + (2 * s * sum + power * LN2_LOW));
  }

  /** Returns e to the power of a number. */
  public static double exp(double a) {
    if (!(a <= EXP_MOST)) {
      return a * Double.POSITIVE_INFINITY; // NaN stays
    }
    if (a < EXP_LEAST) {
      return 0;
    }
    double power = Math.floor(a * LOG2_E + 0.5);
    double rest = (a - power * LN2_HIGH) - power * LN2_LOW;
    double sum = 1;
    for (int term = EXP_TERMS; term > 0; term--) {
      sum = sum * rest / term + 1;
    }
    // In two steps, since 2 to the power may be too large or too small for a factor.
    int half = (int) power / 2;
    return sum * powerOf2(half) * powerOf2((int) power - half);
  }

  private static double powerOf2(int exponent) {
    return Double.longBitsToDouble((long) (exponent + BIAS) << MANTISSA_BITS);
  }

  /** Returns the tangent of {@code a} half turns, for a number from -1/2 to 1/2. */
  public static double tanOfHalfTurns(double a) {
    double size = Math.abs(a);
    boolean isSteep = size > 0.25;
    double angle = (isSteep ? 0.5 - size : size) * Math.PI;
    double square = angle * angle;
    double sine = 1;
    double cosine = 1;
    for (int term = SINE_TERMS; term > 0; term--) {
      sine = 1 - sine * square / (2 * term * (2 * term + 1));
      cosine = 1 - cosine * square / (2 * term * (2 * term - 1));
    }
    double tangent = isSteep ? cosine / (angle * sine) : angle * sine / cosine;
    return a < 0 ? -tangent : tangent;
  }
}
