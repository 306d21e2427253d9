package jackfield.backend.cpu.loops;

import jackfield.tensor.HostBytes;

/** Copies strips of a matrix to panels, in which numbers of the same depth are neighbours. */
final class PanelCopy {
  private PanelCopy() {}

  /**
   * Copies {@code width} rows of {@code strip}, {@code depth} numbers long, to a panel that is
   * {@code padded} rows wide; the rest is zero.
   */
  static void copy(Matrix strip, long width, long depth, long panel, int padded, int element) {
    if (width < padded) {
      HostBytes.zero(panel, depth * padded * element);
    }
    if (element == Float.BYTES) {
      copyInts(strip, width, depth, panel, padded * Integer.BYTES);
    } else {
      copyLongs(strip, width, depth, panel, padded * Long.BYTES);
    }
  }

  private static void copyInts(Matrix strip, long width, long depth, long panel, int step) {
    for (long i = 0; i < width; i++) {
      long from = strip.at(i, 0);
      long to = panel + i * Integer.BYTES;
      for (long k = 0; k < depth; k++) {
        HostBytes.putInt(to + k * step, HostBytes.intAt(from + k * strip.columnStep()));
      }
    }
  }

  private static void copyLongs(Matrix strip, long width, long depth, long panel, int step) {
    for (long i = 0; i < width; i++) {
      long from = strip.at(i, 0);
      long to = panel + i * Long.BYTES;
      for (long k = 0; k < depth; k++) {
        HostBytes.putLong(to + k * step, HostBytes.longAt(from + k * strip.columnStep()));
      }
    }
  }
}
