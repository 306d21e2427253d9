package jackfield.backend.cpu.loops.window;

import jackfield.backend.cpu.loops.template.FloatLanes;
import jackfield.memory.HostBytes;
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
 * Finds the greatest elements of a row of adjacent windows of 2 × 2 float32. Two vectors of a row
 * make one of its even and one of its odd elements.
 */
public final class PairMaximum {
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

  private PairMaximum() {}

  /**
   * Writes the maxima and their positions in the plane; of equal elements the first, and NaN before
   * all others.
   *
   * @param upper the address of the row of elements above, without gaps
   * @param lower the address of the row below it
   * @param columns the number of windows; each row has at least twice as many elements
   * @param width the difference of positions from one row to the next
   * @param position the position of the first element above
   * @param to the address of the maxima
   * @param index the address of the positions, as int64
   */
  public static void row(
      long upper, long lower, int columns, int width, int position, long to, long index) {
    for (int i = 0; i < columns; i += LANES) {
      long at = 8L * i;
      write(
          upper + at,
          lower + at,
          width,
          position + 2 * i,
          to + 4L * i,
          index + at,
          Math.min(LANES, columns - i));
    }
  }

  /** Computes {@code count} windows of a row, at most a vector, from one on. */
  private static void write(
      long above, long below, int width, int position, long to, long index, int count) {
    VectorMask<Float> low = SPECIES.indexInRange(0, 2L * count);
    VectorMask<Float> high = SPECIES.indexInRange(0, 2L * count - LANES);
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
    ofThree.blend(last, isLast).intoMemorySegment(ALL, to, ORDER, SPECIES.indexInRange(0, count));
    IntVector tap = IntVector.zero(INTS).blend(1, isRight.cast(INTS));
    IntVector far = tap.blend(width, isUnder.cast(INTS)).blend(width + 1, isLast.cast(INTS));
    writeLongs(COLUMNS.add(position).add(far), index, count);
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
