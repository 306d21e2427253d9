package jackfield.backend.cpu.reference.loops;

import jackfield.tensor.DType;
import jackfield.tensor.Scalar;

/** Numbers as elements of a type compute with them. */
public final class Rounding {
  private Rounding() {}

  /** Converts as C does to narrow types: to 0 or 1 for booleans, modulo 2⁸ for unsigned bytes. */
  public static long asInteger(DType type, Scalar value) {
    return switch (type) {
      case BOOL -> value.toBoolean() ? 1 : 0;
      case UINT8 -> value.toLong() & 0xFF;
      default -> value.toLong();
    };
  }

  /** Rounds to single precision if the type is not wider. */
  public static double asType(DType type, double value) {
    return type == DType.FLOAT64 || type.isComplex() ? value : (float) value;
  }
}
