package jackfield.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Reads and writes host memory by raw address, over one segment that covers all memory. By
 * measurement this is the fastest way, 2 to 7 times faster than a segment for each tensor.
 *
 * <p>Addresses come from {@link Storage#address}, inside a call; no method checks them.
 */
public final class HostBytes {
  /** All of memory as one segment. */
  @SuppressWarnings("restricted")
  public static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  private HostBytes() {}

  /** Returns the byte at {@code address}. */
  public static byte byteAt(long address) {
    return ALL.get(ValueLayout.JAVA_BYTE, address);
  }

  /** Writes the byte at {@code address}. */
  public static void putByte(long address, byte value) {
    ALL.set(ValueLayout.JAVA_BYTE, address, value);
  }

  /** Returns the 16-bit integer at {@code address}. */
  public static short shortAt(long address) {
    return ALL.get(ValueLayout.JAVA_SHORT_UNALIGNED, address);
  }

  /** Writes the 16-bit integer at {@code address}. */
  public static void putShort(long address, short value) {
    ALL.set(ValueLayout.JAVA_SHORT_UNALIGNED, address, value);
  }

  /** Returns the 32-bit integer at {@code address}. */
  public static int intAt(long address) {
    return ALL.get(ValueLayout.JAVA_INT_UNALIGNED, address);
  }

  /** Writes the 32-bit integer at {@code address}. */
  public static void putInt(long address, int value) {
    ALL.set(ValueLayout.JAVA_INT_UNALIGNED, address, value);
  }

  /** Returns the 64-bit integer at {@code address}. */
  public static long longAt(long address) {
    return ALL.get(ValueLayout.JAVA_LONG_UNALIGNED, address);
  }

  /** Writes the 64-bit integer at {@code address}. */
  public static void putLong(long address, long value) {
    ALL.set(ValueLayout.JAVA_LONG_UNALIGNED, address, value);
  }

  /** Returns the float at {@code address}. */
  public static float floatAt(long address) {
    return ALL.get(ValueLayout.JAVA_FLOAT_UNALIGNED, address);
  }

  /** Writes the float at {@code address}. */
  public static void putFloat(long address, float value) {
    ALL.set(ValueLayout.JAVA_FLOAT_UNALIGNED, address, value);
  }

  /** Returns the double at {@code address}. */
  public static double doubleAt(long address) {
    return ALL.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, address);
  }

  /** Writes the double at {@code address}. */
  public static void putDouble(long address, double value) {
    ALL.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, address, value);
  }

  /** Copies {@code sizeBytes} bytes; the ranges may overlap. */
  public static void copy(long from, long to, long sizeBytes) {
    if (sizeBytes >= Integer.BYTES && sizeBytes <= 2 * Long.BYTES) {
      copyFew(from, to, sizeBytes);
    } else {
      MemorySegment.copy(ALL, from, ALL, to, sizeBytes);
    }
  }

  /** Copies 4 to 16 bytes as two integers that may overlap; a call of the JVM takes 30 ns. */
  private static void copyFew(long from, long to, long sizeBytes) {
    if (sizeBytes >= Long.BYTES) {
      long end = sizeBytes - Long.BYTES;
      long first = longAt(from);
      long last = longAt(from + end);
      putLong(to, first);
      putLong(to + end, last);
    } else {
      long end = sizeBytes - Integer.BYTES;
      int first = intAt(from);
      int last = intAt(from + end);
      putInt(to, first);
      putInt(to + end, last);
    }
  }

  /** Sets {@code sizeBytes} bytes to zero. */
  public static void zero(long address, long sizeBytes) {
    ALL.asSlice(address, sizeBytes).fill((byte) 0);
  }
}
