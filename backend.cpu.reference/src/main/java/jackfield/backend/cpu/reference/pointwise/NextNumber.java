package jackfield.backend.cpu.reference.pointwise;

import jackfield.tensor.DType;

/** The neighbours of a number in its floating type. */
final class NextNumber {
  private static final int BFLOAT16_SHIFT = 16;

  private NextNumber() {}

  /** Returns the number next to {@code a} in the direction of {@code b}; {@code b} if equal. */
  static double after(DType type, double a, double b) {
    return switch (type) {
      case FLOAT16 -> halfAfter((float) a, (float) b);
      case BFLOAT16 -> brainAfter((float) a, (float) b);
      case FLOAT32 -> Math.nextAfter((float) a, b);
      default -> Math.nextAfter(a, b);
    };
  }

  private static float halfAfter(float a, float b) {
    if (isDecided(a, b)) {
      return a == b ? b : a + b;
    }
    int bits = Short.toUnsignedInt(Float.floatToFloat16(a));
    int zero = Short.toUnsignedInt(Float.floatToFloat16(Math.copySign(0f, b)));
    return Float.float16ToFloat((short) next(a, b, bits, zero));
  }

  private static float brainAfter(float a, float b) {
    if (isDecided(a, b)) {
      return a == b ? b : a + b;
    }
    int bits = Float.floatToRawIntBits(a) >>> BFLOAT16_SHIFT;
    int zero = Float.floatToRawIntBits(Math.copySign(0f, b)) >>> BFLOAT16_SHIFT;
    return Float.intBitsToFloat(next(a, b, bits, zero) << BFLOAT16_SHIFT);
  }

  /** Returns whether the two are equal or one is NaN. */
  private static boolean isDecided(float a, float b) {
    return !(a < b || a > b);
  }

  /** Returns the bits of the neighbour; the bits of numbers of one sign have their order. */
  private static int next(float a, float b, int bits, int zero) {
    if (a == 0) {
      return zero + 1;
    }
    return (a < b) == (a > 0) ? bits + 1 : bits - 1;
  }
}
