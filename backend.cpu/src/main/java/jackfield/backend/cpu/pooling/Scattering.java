package jackfield.backend.cpu.pooling;

import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.backend.cpu.memory.Volumes;
import jackfield.error.InvalidArgument;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;

/**
 * Adds or copies elements to row-major positions of planes or volumes, one after another and in
 * order. The others become zeros.
 *
 * <p><em>Threads</em>: several may work on different volumes.
 */
final class Scattering {
  private static final long GRAIN = 1 << 14; // elements of a part of a parallel loop

  private final String operator;
  private final boolean adds;
  private final Volumes from;
  private final Volumes indices;
  private final Volumes to;
  private final long rows; // of elements to move; one if none has a gap before it
  private final long columns;
  private final long count; // of elements of a volume of the output
  private final DType type;

  private Scattering(String operator, boolean adds, Tensor from, Tensor indices, Tensor to) {
    this.operator = operator;
    this.adds = adds;
    this.from = Volumes.of(from);
    this.indices = Volumes.of(indices);
    this.to = Volumes.of(to);
    boolean isOneRow = this.from.isFlat() && this.indices.isFlat();
    this.rows = isOneRow ? 1 : this.from.rows();
    this.columns = isOneRow ? this.from.count() : this.from.sizes()[2];
    this.count = this.to.count();
    this.type = to.dtype();
  }

  /** Adds elements, or copies them, when all positions have been checked. */
  static void run(String operator, boolean adds, Tensor from, Tensor indices, Tensor to) {
    long volumes = to.size(0) * to.size(1);
    if (volumes == 0) {
      return; // an empty tensor may have a huge dimension
    }
    Scattering scattering = new Scattering(operator, adds, from, indices, to);
    long grain = Math.max(1, GRAIN / Math.max(1, scattering.from.count()));
    Parallel.range(volumes, grain, scattering::check);
    if (scattering.count > 0) {
      Parallel.range(volumes, grain, scattering::write);
    }
  }

  /** Refuses positions that are not in the volume. */
  private void check(long first, long end) {
    for (long volume = first; volume < end; volume++) {
      for (long row = 0; row < rows; row++) {
        checkRow(indices.at(volume) + rowOf(indices, row));
      }
    }
  }

  private long rowOf(Volumes volumes, long row) {
    return rows == 1 ? 0 : volumes.row(row);
  }

  /** Searches for a wrong position only in a row that has one, so the loop has no branch. */
  private void checkRow(long from) {
    long last = count - 1;
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
    if (index < 0 || index >= count) {
      throw new InvalidArgument(
          operator, "indices", "has %d, expected 0 to %d".formatted(index, count - 1));
    }
    return index;
  }

  /** Sets volumes to zero and moves the elements. */
  private void write(long first, long end) {
    for (long volume = first; volume < end; volume++) {
      long target = to.at(volume);
      to.clear(volume);
      for (long row = 0; row < rows; row++) {
        row(from.at(volume) + rowOf(from, row), indices.at(volume) + rowOf(indices, row), target);
      }
    }
  }

  private void row(long source, long positions, long target) {
    boolean isFlat = to.isFlat();
    if (type == DType.FLOAT32 && isFlat && adds) {
      floats(source, positions, target);
      return;
    }
    long at = source;
    long position = positions;
    for (long column = 0; column < columns; column++) {
      long index = checkedIndex(position);
      move(at, target + (isFlat ? index * to.columnStep() : to.place(index)));
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

  private void move(long source, long place) {
    if (adds) {
      double sum = Elements.doubleAt(type, place) + Elements.doubleAt(type, source);
      Elements.putDouble(type, place, sum);
    } else {
      StridedCopy.move(type.sizeBytes(), source, 0, place, 0, 1);
    }
  }
}
