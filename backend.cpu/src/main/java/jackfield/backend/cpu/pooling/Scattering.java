package jackfield.backend.cpu.pooling;

import jackfield.backend.cpu.memory.Planes;
import jackfield.error.InvalidArgument;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;

/**
 * Adds elements at row-major positions of planes, plane by plane and in order.
 *
 * <p><em>Threads</em>: several may work on different planes.
 */
final class Scattering {
  private final String operator;
  private final Planes from;
  private final Planes indices;
  private final Planes to;
  private final long rows; // of elements to add; one if none has a gap before it
  private final long columns;
  private final long height; // of a plane of the output
  private final long width;
  private final DType type;

  Scattering(String operator, Tensor from, Tensor indices, Tensor to) {
    this.operator = operator;
    this.from = Planes.of(from);
    this.indices = Planes.of(indices);
    this.to = Planes.of(to);
    long high = from.size(2);
    long wide = from.size(3);
    boolean isOneRow = isFlat(this.from, wide) && isFlat(this.indices, wide);
    this.rows = isOneRow ? 1 : high;
    this.columns = isOneRow ? high * wide : wide;
    this.height = to.size(2);
    this.width = to.size(3);
    this.type = to.dtype();
  }

  /** Refuses positions that are not in the plane. */
  void check(long first, long end) {
    for (long plane = first; plane < end; plane++) {
      for (long row = 0; row < rows; row++) {
        checkRow(indices.at(plane) + row * indices.rowStep());
      }
    }
  }

  /** Searches for a wrong position only in a row that has one, so the loop has no branch. */
  private void checkRow(long from) {
    long last = height * width - 1;
    long step = indices.columnStep();
    long signs = 0;
    for (long column = 0; column < columns; column++) {
      long index = HostBytes.longAt(from + column * step);
      signs |= index | last - index;
    }
    for (long column = 0; signs < 0 && column < columns; column++) {
      checkedIndex(from + column * step);
    }
  }

  /** Returns the position at an address; another thread may have changed it since the check. */
  private long checkedIndex(long address) {
    long index = HostBytes.longAt(address);
    long count = height * width;
    if (index < 0 || index >= count) {
      throw new InvalidArgument(
          operator, "indices", "has %d, expected 0 to %d".formatted(index, count - 1));
    }
    return index;
  }

  /** Sets planes to zero and adds the elements. */
  void run(long first, long end) {
    for (long plane = first; plane < end; plane++) {
      long target = to.at(plane);
      clear(target);
      for (long row = 0; row < rows; row++) {
        row(
            from.at(plane) + row * from.rowStep(),
            indices.at(plane) + row * indices.rowStep(),
            target);
      }
    }
  }

  private void clear(long target) {
    if (isFlat() && to.columnStep() == type.sizeBytes()) {
      HostBytes.zero(target, height * width * type.sizeBytes());
      return;
    }
    for (long index = 0; index < height * width; index++) {
      Elements.putDouble(type, target + place(index), 0);
    }
  }

  private boolean isFlat() {
    return isFlat(to, width);
  }

  /** Returns whether the elements of all rows have one step in memory. */
  private static boolean isFlat(Planes planes, long columns) {
    return planes.rowStep() == columns * planes.columnStep();
  }

  private long place(long index) {
    return index / width * to.rowStep() + index % width * to.columnStep();
  }

  private void row(long source, long positions, long target) {
    if (type == DType.FLOAT32 && isFlat()) {
      floats(source, positions, target);
      return;
    }
    long at = source;
    long position = positions;
    for (long column = 0; column < columns; column++) {
      add(at, target + place(checkedIndex(position)));
      at += from.columnStep();
      position += indices.columnStep();
    }
  }

  private void floats(long source, long positions, long target) {
    long step = from.columnStep();
    long positionStep = indices.columnStep();
    long targetStep = to.columnStep();
    for (long column = 0; column < columns; column++) {
      long index = checkedIndex(positions + column * positionStep);
      long place = target + index * targetStep;
      float added = HostBytes.floatAt(source + column * step);
      HostBytes.putFloat(place, HostBytes.floatAt(place) + added);
    }
  }

  private void add(long source, long place) {
    double sum = Elements.doubleAt(type, place) + Elements.doubleAt(type, source);
    Elements.putDouble(type, place, sum);
  }
}
