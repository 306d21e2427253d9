package jackfield.backend.cpu.reference.unary;

import jackfield.tensor.DType;

/** The largest finite numbers of types. */
final class FloatLimits {
  private FloatLimits() {}

  /** Returns the largest finite number of a type, of complex ones that of their parts. */
  static double largest(DType type) {
    return switch (type) {
      case FLOAT64, COMPLEX128 -> Double.MAX_VALUE;
      case FLOAT16 -> 65504;
      case BFLOAT16 -> 0x1.FEp127;
      default -> Float.MAX_VALUE;
    };
  }
}
