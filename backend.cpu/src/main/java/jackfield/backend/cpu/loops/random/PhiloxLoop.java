package jackfield.backend.cpu.loops.random;

import jackfield.backend.cpu.loops.template.Template;
import jackfield.memory.HostBytes;
import jackfield.tensor.Generator;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * The words of {@link jackfield.aten.random.Philox}, block by block, with vectors.
 *
 * <p>Two lanes of 64 bits compute a block of four words a, b, c, d: one has a and c, another vector
 * b and d. Each round multiplies the first, and exchanges the products of the two lanes. In the end
 * b and d are shifted to the upper halves, and memory has the words in their order. Four vectors
 * are computed at a time, since each round waits for the one before.
 */
public final class PhiloxLoop {
  /** The number of words of a block. */
  public static final int WORDS = 4;

  private static final VectorSpecies<Long> SPECIES = LongVector.SPECIES_PREFERRED;
  private static final int LENGTH = SPECIES.length();
  private static final long STEP = SPECIES.vectorByteSize();
  private static final int UNROLL = 4;

  /** The number of blocks that are computed at a time. */
  public static final int BLOCKS = UNROLL * LENGTH / 2;

  private static final int ROUNDS = 10;
  private static final long LOW = 0xFFFFFFFFL;
  private static final LongVector FACTORS = pairs(0xD2511F53L, 0xCD9E8D57L);
  private static final LongVector KEY_STEPS = pairs(0x9E3779B9L, 0xBB67AE85L);
  private static final LongVector LOW_OF_SECOND = pairs(0, LOW);
  private static final LongVector NUMBERS =
      LongVector.zero(SPECIES).addIndex(1).lanewise(VectorOperators.LSHR, 1);
  private static final VectorShuffle<Long> EXCHANGE = VectorShuffle.fromOp(SPECIES, i -> i ^ 1);
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final MemorySegment ALL = HostBytes.ALL;

  private PhiloxLoop() {}

  private static LongVector pairs(long first, long second) {
    long[] lanes = new long[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
      lanes[i] = i % 2 == 0 ? first : second;
    }
    return LongVector.fromArray(SPECIES, lanes, 0);
  }

  /**
   * Writes the words of blocks.
   *
   * @param start the position that the call has reserved
   * @param first the number of the first block
   * @param groups how many times {@link #BLOCKS} are written
   */
  public static void write(Generator.State start, long first, int groups, long address) {
    long counter = start.offset() >>> 2; // divides by the number of words
    LongVector keys = pairs(start.seed() & LOW, start.seed() >>> Integer.SIZE);
    LongVector a = pairs(counter & LOW, 0);
    LongVector b = pairs(counter >>> Integer.SIZE, 0);
    long to = address & Template.ADDRESS_BITS;
    for (int group = 0; group < groups; group++) {
      LongVector block = NUMBERS.add(first + (long) group * BLOCKS);
      group(block, keys, a, b, to + group * (UNROLL * STEP));
    }
  }

  private static void group(
      LongVector block, LongVector keys, LongVector a, LongVector b, long to) {
    LongVector second = block.add(LENGTH / 2);
    LongVector third = block.add(LENGTH);
    LongVector fourth = third.add(LENGTH / 2);
    LongVector x0 = block.and(LOW_OF_SECOND).or(a);
    LongVector x1 = second.and(LOW_OF_SECOND).or(a);
    LongVector x2 = third.and(LOW_OF_SECOND).or(a);
    LongVector x3 = fourth.and(LOW_OF_SECOND).or(a);
    LongVector y0 = block.lanewise(VectorOperators.LSHR, 32).and(LOW_OF_SECOND).or(b);
    LongVector y1 = second.lanewise(VectorOperators.LSHR, 32).and(LOW_OF_SECOND).or(b);
    LongVector y2 = third.lanewise(VectorOperators.LSHR, 32).and(LOW_OF_SECOND).or(b);
    LongVector y3 = fourth.lanewise(VectorOperators.LSHR, 32).and(LOW_OF_SECOND).or(b);
    LongVector key = keys;
    for (int round = 0; round < ROUNDS; round++) {
      LongVector p0 = x0.mul(FACTORS).rearrange(EXCHANGE);
      LongVector p1 = x1.mul(FACTORS).rearrange(EXCHANGE);
      LongVector p2 = x2.mul(FACTORS).rearrange(EXCHANGE);
      LongVector p3 = x3.mul(FACTORS).rearrange(EXCHANGE);
      x0 =
          p0.lanewise(VectorOperators.LSHR, 32)
              .lanewise(VectorOperators.XOR, y0)
              .lanewise(VectorOperators.XOR, key);
      x1 =
          p1.lanewise(VectorOperators.LSHR, 32)
              .lanewise(VectorOperators.XOR, y1)
              .lanewise(VectorOperators.XOR, key);
      x2 =
          p2.lanewise(VectorOperators.LSHR, 32)
              .lanewise(VectorOperators.XOR, y2)
              .lanewise(VectorOperators.XOR, key);
      x3 =
          p3.lanewise(VectorOperators.LSHR, 32)
              .lanewise(VectorOperators.XOR, y3)
              .lanewise(VectorOperators.XOR, key);
      y0 = p0.and(LOW);
      y1 = p1.and(LOW);
      y2 = p2.and(LOW);
      y3 = p3.and(LOW);
      key = key.add(KEY_STEPS).and(LOW);
    }
    y0.lanewise(VectorOperators.LSHL, 32).or(x0).intoMemorySegment(ALL, to, ORDER);
    y1.lanewise(VectorOperators.LSHL, 32).or(x1).intoMemorySegment(ALL, to + STEP, ORDER);
    y2.lanewise(VectorOperators.LSHL, 32).or(x2).intoMemorySegment(ALL, to + 2 * STEP, ORDER);
    y3.lanewise(VectorOperators.LSHL, 32).or(x3).intoMemorySegment(ALL, to + 3 * STEP, ORDER);
  }
}
