package jackfield.backend.cpu.memory;

import jackfield.tensor.DType;

/** Rounds numbers to the values that a floating type has. */
public final class Rounding {
  private static final int BRAIN_BITS = 16; // those that bfloat16 lacks
  private static final int BRAIN_HALF = 0x7FFF;

  private Rounding() {}

  /** Returns the nearest number of a type, ties to even. */
  public static double of(DType type, double value) {
    return switch (type) {
      case FLOAT32 -> (float) value;
      case FLOAT16 -> Float.float16ToFloat(Float.floatToFloat16((float) value));
      case BFLOAT16 -> bfloat16((float) value);
      default -> value;
    };
  }

  /** Returns the nearest bfloat16 number, ties to even. */
  public static float bfloat16(float value) {
    if (Float.isNaN(value)) {
      return value;
    }
    int bits = Float.floatToRawIntBits(value);
    int kept = (bits + BRAIN_HALF + ((bits >>> BRAIN_BITS) & 1)) >>> BRAIN_BITS;
    return Float.intBitsToFloat(kept << BRAIN_BITS);
  }
}
