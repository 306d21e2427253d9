package jackfield.backend.cpu.reference.pointwise;

import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.backend.cpu.reference.loops.Loops;
import jackfield.tensor.DType;

/**
 * Shifts of the bits of integers. A distance that is negative or at least the type's width shifts
 * all bits out.
 */
final class BitShifts {
  private BitShifts() {}

  static void left(ElementwiseIterator it) {
    long width = width(it.commonType());
    Loops.binary("bitwise_left_shift", it, (a, b) -> b < 0 || b >= width ? 0 : a << b, null, null);
  }

  /** Shifts to the right; copies of the sign come in from the left. */
  static void right(ElementwiseIterator it) {
    long last = width(it.commonType()) - 1; // an unsigned byte is a positive long here
    Loops.binary(
        "bitwise_right_shift",
        it,
        (a, b) -> b < 0 || b > last ? (a < 0 ? -1 : 0) : a >> b,
        null,
        null);
  }

  private static long width(DType type) {
    return (long) type.sizeBytes() * Byte.SIZE;
  }
}
