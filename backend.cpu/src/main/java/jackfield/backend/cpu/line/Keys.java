package jackfield.backend.cpu.line;

import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;

/** Unsigned integers in the order of the elements of a type; equal elements have equal keys. */
final class Keys {
  private static final long NAN_FLOAT = 0xFFC0_0000L;
  private static final long NAN_DOUBLE = 0xFFF8_0000_0000_0000L;

  private Keys() {}

  /** Returns whether a key of an ascending order is that of NaN; all NaN have the same key. */
  static boolean isNan(DType type, long key) {
    return type.isFloating() && key == (type == DType.FLOAT64 ? NAN_DOUBLE : NAN_FLOAT);
  }

  /**
   * Writes the keys of a line as adjacent 64-bit integers.
   *
   * @param isDescending whether larger elements have smaller keys
   * @return the number of bits of a key; those above are 0
   */
  static int write(DType type, long from, long step, long keys, long count, boolean isDescending) {
    DType wide =
        type == DType.FLOAT64 ? DType.FLOAT64 : type.isFloating() ? DType.FLOAT32 : DType.INT64;
    int bits = type.isFloating() ? wide.sizeBytes() * Byte.SIZE : type.sizeBytes() * Byte.SIZE;
    // A key has 8 bytes. Numbers of 4 bytes are put into its upper half, to be read before it is
    // written.
    long start = keys + Long.BYTES - wide.sizeBytes();
    StridedCopy.copy(type, from, step, wide, start, Long.BYTES, count);
    long flips = isDescending ? -1L >>> (Long.SIZE - bits) : 0;
    switch (wide) {
      case FLOAT32 -> floats(start, keys, count, flips);
      case FLOAT64 -> doubles(keys, count, flips);
      default -> integers(keys, count, flips, lowest(type, bits));
    }
    return bits;
  }

  private static long lowest(DType type, int bits) {
    return type == DType.UINT8 || type == DType.BOOL ? 0 : -1L << (bits - 1);
  }

  private static void floats(long from, long keys, long count, long flips) {
    for (long i = 0; i < count; i++) {
      float value = HostBytes.floatAt(from + i * Long.BYTES) + 0f; // −0 becomes 0
      int bits = Float.floatToIntBits(value); // all NaN are alike, above infinity
      int key = bits ^ ((bits >> (Integer.SIZE - 1)) | Integer.MIN_VALUE);
      HostBytes.putLong(keys + i * Long.BYTES, Integer.toUnsignedLong(key) ^ flips);
    }
  }

  private static void doubles(long keys, long count, long flips) {
    for (long i = 0; i < count; i++) {
      long bits = Double.doubleToLongBits(HostBytes.doubleAt(keys + i * Long.BYTES) + 0.0);
      long key = bits ^ ((bits >> (Long.SIZE - 1)) | Long.MIN_VALUE);
      HostBytes.putLong(keys + i * Long.BYTES, key ^ flips);
    }
  }

  private static void integers(long keys, long count, long flips, long lowest) {
    for (long i = 0; i < count; i++) {
      long key = HostBytes.longAt(keys + i * Long.BYTES) - lowest;
      HostBytes.putLong(keys + i * Long.BYTES, key ^ flips);
    }
  }
}
