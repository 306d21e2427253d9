package jackfield.backend.cpu.loops.random;

import jackfield.backend.cpu.loops.template.Template;
import jackfield.memory.HostBytes;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * Turns words into numbers between 0 and 1 as float64: the upper bits of one word or of two,
 * divided by 2 to the power of their number. Each step is exact.
 */
public final class ShareLoop {
  private static final VectorSpecies<Double> DOUBLES = DoubleVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Integer> INTS =
      VectorSpecies.of(int.class, VectorShape.forBitSize(DOUBLES.vectorBitSize() / 2));

  /** The count of numbers is rounded up to a multiple of this. */
  public static final int LENGTH = DOUBLES.length();

  private static final long STEP = DOUBLES.vectorByteSize();
  private static final long EXPONENT = 0x4330000000000000L; // the bits of 2^52
  private static final double WHOLE = 0x1p52;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final MemorySegment ALL = HostBytes.ALL;

  private ShareLoop() {}

  /**
   * Writes a number for each word.
   *
   * @param bits the number of upper bits, at most 32
   * @param offset added before the division: 0, or 0.5 for numbers above 0
   */
  public static void ofWords(long words, int bits, double offset, long count, long to) {
    int steps = steps(count);
    long from = words & Template.ADDRESS_BITS;
    long out = to & Template.ADDRESS_BITS;
    double scale = Math.scalb(1.0, -bits);
    int unused = Integer.SIZE - bits;
    for (int k = 0; k < steps; k++) {
      IntVector word = IntVector.fromMemorySegment(INTS, ALL, from + k * (STEP / 2), ORDER);
      LongVector wide = (LongVector) word.convertShape(VectorOperators.ZERO_EXTEND_I2L, LONGS, 0);
      LongVector top = wide.lanewise(VectorOperators.LSHR, unused);
      top.or(EXPONENT)
          .reinterpretAsDoubles()
          .sub(WHOLE)
          .add(offset)
          .mul(scale)
          .intoMemorySegment(ALL, out + k * STEP, ORDER);
    }
  }

  /**
   * Writes a number for each two words, the lower one first. The bits are converted in two parts,
   * since 53 are one too many.
   *
   * @param bits the number of upper bits, at most 53
   * @param offset added before the division: 0, or 0.5 for numbers of 52 bits
   */
  public static void ofPairs(long words, int bits, double offset, long count, long to) {
    int steps = steps(count);
    long from = words & Template.ADDRESS_BITS;
    long out = to & Template.ADDRESS_BITS;
    double scale = Math.scalb(1.0, -bits);
    int unused = Long.SIZE - bits;
    for (int k = 0; k < steps; k++) {
      LongVector pair = LongVector.fromMemorySegment(LONGS, ALL, from + k * STEP, ORDER);
      LongVector top = pair.lanewise(VectorOperators.LSHR, unused);
      DoubleVector last = top.and(1).or(EXPONENT).reinterpretAsDoubles().sub(WHOLE);
      top.lanewise(VectorOperators.LSHR, 1)
          .or(EXPONENT)
          .reinterpretAsDoubles()
          .sub(WHOLE)
          .mul(2.0)
          .add(last)
          .add(offset)
          .mul(scale)
          .intoMemorySegment(ALL, out + k * STEP, ORDER);
    }
  }

  private static int steps(long count) {
    return (int) ((count + LENGTH - 1) / LENGTH);
  }
}
