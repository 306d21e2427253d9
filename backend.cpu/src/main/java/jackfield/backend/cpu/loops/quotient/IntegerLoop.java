package jackfield.backend.cpu.loops.quotient;

import jackfield.aten.kernel.Row;
import jackfield.backend.cpu.loops.template.Template;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import java.lang.invoke.MethodHandles;

/**
 * A template of loops over rows of two integers, for operations that vectors do not have. A copy
 * has one operation and one type, so the compiler removes all branches but one.
 */
final class IntegerLoop implements Row {
  static final int FMOD = 0;
  static final int REMAINDER = 1;
  static final int FLOOR = 2;
  static final int TRUNC = 3;
  static final int POWER = 4;
  static final int POWER_TO_NUMBER = 5;
  static final int GCD = 6;
  static final int LCM = 7;

  private static final int KIND = Template.number(MethodHandles.lookup(), 1);
  private static final DType TYPE = Template.type(MethodHandles.lookup(), 2);
  private static final DType RESULT = Template.type(MethodHandles.lookup(), 3);

  IntegerLoop() {}

  @Override
  public void run(long[] at, long[] step, long count) {
    long out = at[0];
    long left = at[1];
    long right = at[2];
    for (long i = 0; i < count; i++) {
      put(out, of(longAt(left), KIND == POWER_TO_NUMBER ? HostBytes.longAt(right) : longAt(right)));
      out += step[0];
      left += step[1];
      right += step[2];
    }
  }

  private static long longAt(long at) {
    return TYPE == DType.INT64
        ? HostBytes.longAt(at)
        : TYPE == DType.INT32 ? HostBytes.intAt(at) : Elements.longAt(TYPE, at);
  }

  private static void put(long at, long value) {
    if (RESULT == DType.INT64) {
      HostBytes.putLong(at, value);
    } else if (RESULT == DType.INT32) {
      HostBytes.putInt(at, (int) value);
    } else {
      Elements.putLong(RESULT, at, value);
    }
  }

  private static long of(long a, long b) {
    if (KIND == POWER || KIND == POWER_TO_NUMBER) {
      return power(a, b);
    }
    if (KIND == GCD || KIND == LCM) {
      return KIND == GCD ? divisor(a, b) : multiple(a, b);
    }
    return b == 0 ? 0 : KIND == FMOD || KIND == REMAINDER ? rest(a, b) : quotient(a, b);
  }

  private static boolean isSmall(long a, long b) {
    return ((a | b) & ~Integer.MAX_VALUE) == 0; // 32 bits are divided faster
  }

  private static long rest(long a, long b) {
    if (isSmall(a, b)) {
      return (int) a % (int) b;
    }
    return KIND == FMOD ? a % b : Math.floorMod(a, b);
  }

  private static long quotient(long a, long b) {
    if (isSmall(a, b)) {
      return (int) a / (int) b;
    }
    return KIND == FLOOR ? Math.floorDiv(a, b) : a / b;
  }

  /** Returns the power modulo 2⁶⁴; a negative exponent gives the fraction truncated to 0. */
  private static long power(long base, long exponent) {
    if (exponent < 0) {
      return base == 1 ? 1 : base == -1 ? ((exponent & 1) == 0 ? 1 : -1) : 0;
    }
    long result = 1;
    long square = base;
    for (long left = exponent; left != 0; left >>>= 1) {
      result *= (left & 1) != 0 ? square : 1;
      square *= square;
    }
    return result;
  }

  /**
   * Returns the greatest common divisor by halving and subtracting, which takes no division. The
   * least number has no absolute value, so Euclid's algorithm gives its sign.
   */
  private static long divisor(long a, long b) {
    long left = Math.abs(a);
    long right = Math.abs(b);
    if (left == 0 || right == 0) {
      return left | right;
    }
    if ((left | right) < 0) {
      return euclid(left, right);
    }
    int twos = Long.numberOfTrailingZeros(left | right);
    left >>= Long.numberOfTrailingZeros(left);
    do {
      right >>= Long.numberOfTrailingZeros(right);
      long difference = right - left;
      left = Math.min(left, right);
      right = Math.abs(difference);
    } while (right != 0);
    return left << twos;
  }

  private static long euclid(long a, long b) {
    long divisor = a;
    long rest = b;
    while (divisor != 0) {
      long next = rest % divisor;
      rest = divisor;
      divisor = next;
    }
    return rest;
  }

  private static long multiple(long a, long b) {
    long divisor = divisor(a, b);
    return divisor == 0 ? 0 : Math.abs(a / divisor * b);
  }
}
