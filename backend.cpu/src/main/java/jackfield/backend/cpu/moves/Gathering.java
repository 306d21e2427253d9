package jackfield.backend.cpu.moves;

import jackfield.memory.HostBytes;

/** Copies elements from given places to a line, bit for bit. */
public final class Gathering {
  private Gathering() {}

  /**
   * Copies one element for each offset.
   *
   * @param size the bytes of an element
   * @param offsets bytes from {@code from} to each element
   */
  public static void run(int size, long from, long[] offsets, long to, long toStep) {
    switch (size) {
      case 1 -> {
        for (int i = 0; i < offsets.length; i++) {
          HostBytes.putByte(to + i * toStep, HostBytes.byteAt(from + offsets[i]));
        }
      }
      case 2 -> {
        for (int i = 0; i < offsets.length; i++) {
          HostBytes.putShort(to + i * toStep, HostBytes.shortAt(from + offsets[i]));
        }
      }
      case 4 -> {
        for (int i = 0; i < offsets.length; i++) {
          HostBytes.putInt(to + i * toStep, HostBytes.intAt(from + offsets[i]));
        }
      }
      default -> longs(size, from, offsets, to, toStep);
    }
  }

  private static void longs(int size, long from, long[] offsets, long to, long toStep) {
    for (int part = 0; part < size; part += Long.BYTES) {
      for (int i = 0; i < offsets.length; i++) {
        HostBytes.putLong(to + part + i * toStep, HostBytes.longAt(from + part + offsets[i]));
      }
    }
  }
}
