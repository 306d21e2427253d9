package jackfield.backend.cpu.reference.element;

import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;

/** Copies single elements. */
public final class ElementCopy {
  private ElementCopy() {}

  /** Copies one element; bit for bit if the types are equal, otherwise converted as C does. */
  public static void copy(DType from, long source, DType to, long target) {
    if (from == to) {
      bits(from.sizeBytes(), source, target);
      return;
    }
    switch (from.category()) {
      case BOOLEAN, INTEGRAL -> Elements.putLong(to, target, Elements.longAt(from, source));
      case FLOATING -> Elements.putDouble(to, target, Elements.doubleAt(from, source));
      case COMPLEX ->
          Elements.putComplex(
              to, target, Elements.doubleAt(from, source), Elements.imaginaryAt(from, source));
    }
  }

  private static void bits(int sizeBytes, long source, long target) {
    switch (sizeBytes) {
      case 1 -> HostBytes.putByte(target, HostBytes.byteAt(source));
      case 2 -> HostBytes.putShort(target, HostBytes.shortAt(source));
      case 4 -> HostBytes.putInt(target, HostBytes.intAt(source));
      case 8 -> HostBytes.putLong(target, HostBytes.longAt(source));
      default -> HostBytes.copy(source, target, sizeBytes);
    }
  }
}
