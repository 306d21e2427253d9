package jackfield.backend.cpu.loops.quotient;

import jackfield.memory.HostBytes;

/** Rounded quotients and remainders of single numbers, which are exact for any two. */
final class ScalarQuotients {
  static final int FMOD = 0;
  static final int REMAINDER = 1;
  static final int FLOOR = 2;

  private ScalarQuotients() {}

  /** Computes elements of 4 or 8 bytes that lie in a row. */
  static void run(int kind, int element, long out, long a, long b, int count) {
    for (int i = 0; i < count; i++) {
      long at = (long) i * element;
      if (element == Float.BYTES) {
        double made = of(kind, HostBytes.floatAt(a + at), HostBytes.floatAt(b + at));
        HostBytes.putFloat(out + at, (float) made);
      } else {
        double made = of(kind, HostBytes.doubleAt(a + at), HostBytes.doubleAt(b + at));
        HostBytes.putDouble(out + at, made);
      }
    }
  }

  private static double of(int kind, double a, double b) {
    return switch (kind) {
      case FMOD -> a % b;
      case REMAINDER -> remainder(a, b);
      default -> floor(a, b);
    };
  }

  private static boolean isBeyond(double remainder, double b) {
    return remainder != 0 && (b < 0) != (remainder < 0);
  }

  private static double remainder(double a, double b) {
    double remainder = a % b;
    return isBeyond(remainder, b) ? remainder + b : remainder;
  }

  /** Rounds down by the exact remainder, since {@code a / b} may be rounded up to an integer. */
  private static double floor(double a, double b) {
    if (b == 0) {
      return a / b;
    }
    double remainder = a % b;
    double quotient = (a - remainder) / b - (isBeyond(remainder, b) ? 1 : 0);
    if (quotient == 0) {
      return Math.copySign(0, a / b);
    }
    double below = Math.floor(quotient); // the quotient is an integer except for rounding
    return quotient - below > 0.5 ? below + 1 : below;
  }
}
