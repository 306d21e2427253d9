package jackfield.backend.cpu.pooling;

import jackfield.aten.pooling.PoolingWindows;
import jackfield.aten.window.Windows;
import jackfield.backend.cpu.loops.template.FloatLanes;
import jackfield.backend.cpu.memory.Planes;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * The greatest elements of adjacent windows of 2 × 2 float32, and their positions. Two vectors of a
 * row make one of its even and one of its odd elements; no scratch memory is needed.
 *
 * <p><em>Threads</em>: several may compute different rows.
 */
final class PairMaximum {
  private static final VectorSpecies<Float> SPECIES = FloatLanes.SPECIES;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_PREFERRED;
  private static final int LANES = SPECIES.length();
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final MemorySegment ALL = HostBytes.ALL;

  private static final VectorShuffle<Float> EVEN =
      VectorShuffle.fromOp(SPECIES, lane -> 2 * lane % LANES);
  private static final VectorShuffle<Float> ODD =
      VectorShuffle.fromOp(SPECIES, lane -> (2 * lane + 1) % LANES);
  private static final VectorMask<Float> UPPER = SPECIES.indexInRange(-LANES / 2, LANES);
  private static final IntVector COLUMNS = IntVector.zero(INTS).addIndex(2);

  private final Planes self;
  private final Planes out;
  private final Planes indices;
  private final long rows;
  private final int columns;
  private final int width; // of the image

  /** Creates the kernel of windows that {@link #fits} accepts. */
  PairMaximum(PoolingWindows windows, Planes self, Planes out, Planes indices) {
    this.self = self;
    this.out = out;
    this.indices = indices;
    this.rows = windows.positions(0);
    this.columns = Math.toIntExact(windows.positions(1));
    this.width = Math.toIntExact(windows.image(1));
  }

  /** Returns whether windows are adjacent pairs of pairs inside of the image, without gaps. */
  static boolean fits(PoolingWindows windows, Planes self, Planes out, Planes indices) {
    Windows geometry = windows.geometry();
    boolean isDense =
        !windows.isAdaptive()
            && self.type() == DType.FLOAT32
            && self.columnStep() == Float.BYTES
            && out.columnStep() == Float.BYTES
            && indices.columnStep() == Long.BYTES;
    return isDense
        && areInside(geometry, 0)
        && areInside(geometry, 1)
        && windows.image(0) <= Integer.MAX_VALUE / Math.max(1, windows.image(1));
  }

  private static boolean areInside(Windows geometry, int dim) {
    return geometry.taps()[dim] == 2
        && geometry.stride()[dim] == 2
        && geometry.padding()[dim] == 0
        && geometry.dilation()[dim] == 1
        && geometry.positions()[dim] <= geometry.image()[dim] / 2;
  }

  /** Returns the number of rows of windows of all planes of a number. */
  long rows(long planes) {
    return planes * rows;
  }

  /** Returns the number of elements under a row of windows. */
  long taps() {
    return 4L * columns;
  }

  /** Computes some rows of windows, counted over all planes. */
  void run(long from, long to) {
    long plane = from / rows;
    long row = from % rows;
    for (long left = to - from; left > 0; plane++, row = 0) {
      long count = Math.min(left, rows - row);
      plane(plane, row, count);
      left -= count;
    }
  }

  private void plane(long plane, long first, long count) {
    int rest = columns % LANES;
    long upper = self.at(plane) + 2 * first * self.rowStep();
    long to = out.at(plane) + first * out.rowStep();
    long index = indices.at(plane) + first * indices.rowStep();
    for (long row = 0; row < count; row++) {
      int position = (int) (2 * (first + row) * width);
      for (int column = 0; column <= columns - LANES; column += LANES) {
        write(upper, column, position, to, index, LANES);
      }
      if (rest > 0) {
        write(upper, columns - rest, position, to, index, rest);
      }
      upper += 2 * self.rowStep();
      to += out.rowStep();
      index += indices.rowStep();
    }
  }

  /** Computes {@code count} windows of a row, at most a vector, from one on. */
  private void write(long upper, int column, int position, long to, long index, int count) {
    VectorMask<Float> low = SPECIES.indexInRange(0, 2L * count);
    VectorMask<Float> high = SPECIES.indexInRange(0, 2L * count - LANES);
    long above = upper + 8L * column;
    long below = above + self.rowStep();
    FloatVector a = load(above, low);
    FloatVector b = load(above + SPECIES.vectorByteSize(), high);
    FloatVector c = load(below, low);
    FloatVector d = load(below + SPECIES.vectorByteSize(), high);
    FloatVector first = every(a, b, EVEN);
    FloatVector right = every(a, b, ODD);
    VectorMask<Float> isRight = isBetter(right, first);
    FloatVector ofUpper = first.blend(right, isRight);
    FloatVector under = every(c, d, EVEN);
    VectorMask<Float> isUnder = isBetter(under, ofUpper);
    FloatVector ofThree = ofUpper.blend(under, isUnder);
    FloatVector last = every(c, d, ODD);
    VectorMask<Float> isLast = isBetter(last, ofThree);
    ofThree
        .blend(last, isLast)
        .intoMemorySegment(ALL, to + 4L * column, ORDER, SPECIES.indexInRange(0, count));
    IntVector tap = IntVector.zero(INTS).blend(1, isRight.cast(INTS));
    IntVector far = tap.blend(width, isUnder.cast(INTS)).blend(width + 1, isLast.cast(INTS));
    writeLongs(COLUMNS.add(position + 2 * column).add(far), index + 8L * column, count);
  }

  private static FloatVector load(long address, VectorMask<Float> mask) {
    return (FloatVector) FloatLanes.load(address, mask);
  }

  /** Returns the even or the odd elements of two vectors. */
  private static FloatVector every(FloatVector low, FloatVector high, VectorShuffle<Float> which) {
    return low.rearrange(which).blend(high.rearrange(which), UPPER);
  }

  /** Returns where elements of a later tap are greater; NaN counts as greater. */
  private static VectorMask<Float> isBetter(FloatVector other, FloatVector best) {
    VectorMask<Float> isNan = other.compare(VectorOperators.NE, other);
    return other.compare(VectorOperators.GT, best).or(isNan);
  }

  private static void writeLongs(IntVector places, long index, int count) {
    int half = LONGS.length();
    long next = index + LONGS.vectorByteSize();
    longs(places, 0).intoMemorySegment(ALL, index, ORDER, LONGS.indexInRange(0, count));
    longs(places, 1).intoMemorySegment(ALL, next, ORDER, LONGS.indexInRange(0, count - half));
  }

  private static LongVector longs(IntVector places, int part) {
    return (LongVector) places.convertShape(VectorOperators.I2L, LONGS, part);
  }
}
