package jackfield.backend.cpu.loops;

import jackfield.memory.HostBytes;

/**
 * Converts between booleans in memory, one byte each, and the bits of a vector mask, eight in one
 * instruction.
 */
final class MaskBytes {
  private static final long LOWEST_BITS = 0x0101010101010101L;

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

  /** Returns {@code count} booleans as the lowest bits of a mask. */
  static long at(long address, int count) {
    long mask = 0;
    int i = 0;
    for (; i <= count - Long.BYTES; i += Long.BYTES) {
      mask |= Long.compress(HostBytes.longAt(address + i), LOWEST_BITS) << i;
    }
    for (; i < count; i++) {
      mask |= (HostBytes.byteAt(address + i) & 1L) << i;
    }
    return mask;
  }
}
