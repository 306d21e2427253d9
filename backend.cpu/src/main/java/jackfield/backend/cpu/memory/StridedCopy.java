package jackfield.backend.cpu.memory;

import jackfield.backend.cpu.loops.Conversion;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;

/** Copies rows of elements with any strides. */
public final class StridedCopy {
  private static final ByType<ByType<Conversion>> CONVERSIONS = Conversion.byTypes();

  private StridedCopy() {}

  /** Copies {@code count} elements of {@code size} bytes each, bit for bit. */
  public static void move(int size, long from, long fromStep, long to, long toStep, long count) {
    if (fromStep == size && toStep == size) {
      HostBytes.copy(from, to, count * size);
      return;
    }
    switch (size) {
      case 1 -> {
        for (long i = 0; i < count; i++) {
          HostBytes.putByte(to + i * toStep, HostBytes.byteAt(from + i * fromStep));
        }
      }
      case 2 -> {
        for (long i = 0; i < count; i++) {
          HostBytes.putShort(to + i * toStep, HostBytes.shortAt(from + i * fromStep));
        }
      }
      case 4 -> {
        for (long i = 0; i < count; i++) {
          HostBytes.putInt(to + i * toStep, HostBytes.intAt(from + i * fromStep));
        }
      }
      default -> moveLongs(size, from, fromStep, to, toStep, count);
    }
  }

  private static void moveLongs(
      int size, long from, long fromStep, long to, long toStep, long count) {
    for (long part = 0; part < size; part += Long.BYTES) {
      for (long i = 0; i < count; i++) {
        HostBytes.putLong(to + part + i * toStep, HostBytes.longAt(from + part + i * fromStep));
      }
    }
  }

  /** Copies elements and converts them as C does. */
  public static void convert(
      DType type, long from, long fromStep, DType wanted, long to, long toStep, long count) {
    CONVERSIONS.of(type).of(wanted).run(from, fromStep, to, toStep, count);
  }

  /** Copies elements and converts them if the types differ, else bit for bit. */
  public static void copy(
      DType type, long from, long fromStep, DType wanted, long to, long toStep, long count) {
    if (type == wanted) {
      move(type.sizeBytes(), from, fromStep, to, toStep, count);
    } else {
      convert(type, from, fromStep, wanted, to, toStep, count);
    }
  }
}
