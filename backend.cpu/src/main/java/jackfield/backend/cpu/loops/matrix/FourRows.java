package jackfield.backend.cpu.loops.matrix;

import jackfield.memory.HostBytes;
import java.nio.ByteOrder;

/**
 * Exchanges rows and columns of four rows, bit for bit. Two numbers of four bytes move in one
 * 64-bit register. Vectors are no faster: processors without AVX-512 shuffle in several
 * instructions, and some need dozens of cycles for a store under a mask.
 */
final class FourRows {
  static final int ROWS = 4;

  private static final long LOW = 0xFFFF_FFFFL;
  private static final boolean IS_LITTLE = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

  private FourRows() {}

  /**
   * Copies four rows to columns.
   *
   * @param element the bytes of a number, 4 or 8
   * @param from the address of the first row, whose numbers are adjacent
   * @param step bytes from one row to the next
   * @param count the numbers of a row, fewer than 2³¹
   * @param to the address of the first column's four numbers, which are adjacent
   * @param toStep bytes from one column to the next
   */
  static void transpose(int element, long from, long step, long count, long to, long toStep) {
    if (element == Integer.BYTES) {
      ints(from, step, count, to, toStep);
    } else {
      longs(from, step, count, to, toStep);
    }
  }

  private static void ints(long from, long step, long count, long to, long toStep) {
    long at = from;
    long column = to;
    int pairs = Math.toIntExact(count / 2); // loops over ints have less overhead
    for (int pair = 0; pair < pairs; pair++, at += Long.BYTES, column += 2 * toStep) {
      long a = HostBytes.longAt(at);
      long b = HostBytes.longAt(at + step);
      long c = HostBytes.longAt(at + 2 * step);
      long d = HostBytes.longAt(at + 3 * step);
      HostBytes.putLong(column, firsts(a, b));
      HostBytes.putLong(column + Long.BYTES, firsts(c, d));
      HostBytes.putLong(column + toStep, seconds(a, b));
      HostBytes.putLong(column + toStep + Long.BYTES, seconds(c, d));
    }
    if (count % 2 != 0) {
      for (int row = 0; row < ROWS; row++) {
        HostBytes.putInt(column + (long) row * Integer.BYTES, HostBytes.intAt(at + row * step));
      }
    }
  }

  /** Returns the first numbers of two pairs, as a pair. */
  private static long firsts(long a, long b) {
    return IS_LITTLE ? (a & LOW) | (b << Integer.SIZE) : (a & ~LOW) | (b >>> Integer.SIZE);
  }

  private static long seconds(long a, long b) {
    return IS_LITTLE ? (a >>> Integer.SIZE) | (b & ~LOW) : (a << Integer.SIZE) | (b & LOW);
  }

  private static void longs(long from, long step, long count, long to, long toStep) {
    long at = from;
    long column = to;
    int columns = Math.toIntExact(count);
    for (int i = 0; i < columns; i++, at += Long.BYTES, column += toStep) {
      HostBytes.putLong(column, HostBytes.longAt(at));
      HostBytes.putLong(column + Long.BYTES, HostBytes.longAt(at + step));
      HostBytes.putLong(column + 2 * Long.BYTES, HostBytes.longAt(at + 2 * step));
      HostBytes.putLong(column + 3 * Long.BYTES, HostBytes.longAt(at + 3 * step));
    }
  }
}
