package jackfield.backend.cpu.loops;

import jackfield.memory.HostBytes;

/**
 * Converts between booleans in memory, one byte each, and the bits of a vector mask, eight in one
 * instruction.
 */
final class MaskBytes {
  private static final long LOWEST_BITS = 0x0101010101010101L;
  private static final long HIGHEST_BITS = LOWEST_BITS << 7;

  private MaskBytes() {}

  /** Writes the lowest {@code count} bits of {@code mask} as booleans. */
  static void put(long address, long mask, int count) {
    int i = 0;
    for (; i <= count - Long.BYTES; i += Long.BYTES) {
      HostBytes.putLong(address + i, Long.expand(mask >>> i, LOWEST_BITS));
    }
    for (; i < count; i++) {
      HostBytes.putByte(address + i, (byte) ((mask >>> i) & 1));
    }
  }

  /**
   * Returns {@code count} booleans as the lowest bits of a mask. Every byte but 0 is true: a view
   * of numbers as booleans has any byte.
   */
  static long at(long address, int count) {
    long mask = 0;
    int i = 0;
    for (; i <= count - Long.BYTES; i += Long.BYTES) {
      mask |= Long.compress(notZero(HostBytes.longAt(address + i)), HIGHEST_BITS) << i;
    }
    for (; i < count; i++) {
      mask |= (HostBytes.byteAt(address + i) == 0 ? 0L : 1L) << i;
    }
    return mask;
  }

  /** Sets the highest bit of each byte that is not 0; the lower bits are any. */
  private static long notZero(long bytes) {
    return (bytes & ~HIGHEST_BITS) + ~HIGHEST_BITS | bytes;
  }
}
