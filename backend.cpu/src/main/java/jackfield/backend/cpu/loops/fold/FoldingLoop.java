package jackfield.backend.cpu.loops.fold;

import jackfield.backend.cpu.loops.template.Blank;
import jackfield.backend.cpu.loops.template.Template;
import jackfield.memory.HostBytes;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * A template of loops that compute a sum, a maximum or a minimum.
 *
 * <p>A fold of four vectors at a time has four accumulators. Two ports with a latency of four would
 * need eight, but the more expensive folds load two operands per element, so four suffice. Folds of
 * exponentials, which take longer than the latency, have one; only they keep what they fold. A sum
 * is added to a double-precision total after 64 additions to each lane, so that its error does not
 * grow with the number of elements.
 */
final class FoldingLoop implements FoldLoop {
  private static final VectorSpecies<Object> SPECIES = Template.species(MethodHandles.lookup());
  private static final int INPUTS = Template.number(MethodHandles.lookup(), 1);
  private static final int KIND = Template.number(MethodHandles.lookup(), 2);
  private static final boolean KEEPS = Template.flag(MethodHandles.lookup(), 3);
  private static final long UNROLL = Template.number(MethodHandles.lookup(), 4);

  static final int SUM = 0;
  static final int MAX = 1;
  static final int MAX_OF_NUMBERS = 2; // leaves out NaN, which takes fewer instructions
  static final int MIN = 3;

  private static final boolean IS_SUM = KIND == SUM;
  private static final boolean IS_MIN = KIND == MIN;
  private static final boolean IS_PLAIN = KIND != MAX_OF_NUMBERS;
  private static final Class<? extends Vector<Object>> TYPE = SPECIES.vectorType();
  private static final VectorOperators.Associative FOLD =
      IS_SUM ? VectorOperators.ADD : IS_MIN ? VectorOperators.MIN : VectorOperators.MAX;
  private static final double NEUTRAL =
      IS_SUM ? 0 : IS_MIN ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
  private static final long BLOCK = 64L * 4 * SPECIES.length();
  private static final long STEP = SPECIES.vectorByteSize();
  private static final long ELEMENT = SPECIES.elementSize() / Byte.SIZE;
  private static final int LENGTH = SPECIES.length(); // 2 to 16
  private static final VectorShuffle<Object> BY_1 = rotation(1);
  private static final VectorShuffle<Object> BY_2 = rotation(2);
  private static final VectorShuffle<Object> BY_4 = rotation(4);
  private static final VectorShuffle<Object> BY_8 = rotation(8);
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final MemorySegment ALL = HostBytes.ALL;

  FoldingLoop() {}

  private static VectorShuffle<Object> rotation(int lanes) {
    return VectorShuffle.iota(SPECIES, lanes, 1, true);
  }

  @Override
  public double run(long out, long a, long b, long count, double number) {
    double result = NEUTRAL;
    for (long done = 0; done < count; done += BLOCK) {
      long at = done * ELEMENT;
      long bytes = Math.min(BLOCK, count - done) * ELEMENT;
      double part = block(out + at, a + at, b + at, bytes, number);
      result = IS_SUM ? result + part : IS_MIN ? Math.min(result, part) : Math.max(result, part);
    }
    return result;
  }

  private double block(long out, long a, long b, long bytes, double number) {
    Vector<Object> filled = TYPE.cast(Blank.broadcast(number));
    Vector<Object> sum0 = TYPE.cast(Blank.broadcast(NEUTRAL));
    Vector<Object> sum1 = sum0;
    Vector<Object> sum2 = sum0;
    Vector<Object> sum3 = sum0;
    long outs = out & Template.ADDRESS_BITS;
    long as = a & Template.ADDRESS_BITS;
    long bs = b & Template.ADDRESS_BITS;
    int steps = (int) (bytes / (UNROLL * STEP));
    for (int k = 0; k < steps; k++) {
      long at = k * (UNROLL * STEP);
      Vector<Object> a0 = TYPE.cast(Blank.load(as + at));
      Vector<Object> b0 = INPUTS > 1 ? TYPE.cast(Blank.load(bs + at)) : a0;
      Vector<Object> made0 = TYPE.cast(Blank.apply(a0, b0, filled));
      sum0 = IS_PLAIN ? made0.lanewise(FOLD, sum0) : FoldedValues.larger(made0, sum0);
      if (KEEPS) {
        made0.intoMemorySegment(ALL, outs + at, ORDER);
      }
      if (UNROLL > 1) {
        Vector<Object> a1 = TYPE.cast(Blank.load(as + at + STEP));
        Vector<Object> b1 = INPUTS > 1 ? TYPE.cast(Blank.load(bs + at + STEP)) : a1;
        Vector<Object> made1 = TYPE.cast(Blank.apply(a1, b1, filled));
        sum1 = IS_PLAIN ? made1.lanewise(FOLD, sum1) : FoldedValues.larger(made1, sum1);
        Vector<Object> a2 = TYPE.cast(Blank.load(as + at + 2 * STEP));
        Vector<Object> b2 = INPUTS > 1 ? TYPE.cast(Blank.load(bs + at + 2 * STEP)) : a2;
        Vector<Object> made2 = TYPE.cast(Blank.apply(a2, b2, filled));
        sum2 = IS_PLAIN ? made2.lanewise(FOLD, sum2) : FoldedValues.larger(made2, sum2);
        Vector<Object> a3 = TYPE.cast(Blank.load(as + at + 3 * STEP));
        Vector<Object> b3 = INPUTS > 1 ? TYPE.cast(Blank.load(bs + at + 3 * STEP)) : a3;
        Vector<Object> made3 = TYPE.cast(Blank.apply(a3, b3, filled));
        sum3 = IS_PLAIN ? made3.lanewise(FOLD, sum3) : FoldedValues.larger(made3, sum3);
      }
    }
    long i = steps * (UNROLL * STEP);
    for (; UNROLL > 1 && i <= bytes - STEP; i += STEP) {
      Vector<Object> va = TYPE.cast(Blank.load(a + i));
      Vector<Object> vb = INPUTS > 1 ? TYPE.cast(Blank.load(b + i)) : va;
      Vector<Object> made = TYPE.cast(Blank.apply(va, vb, filled));
      sum0 = IS_PLAIN ? made.lanewise(FOLD, sum0) : FoldedValues.larger(made, sum0);
    }
    if (i < bytes) {
      VectorMask<Object> mask = SPECIES.indexInRange(0, (bytes - i) / ELEMENT);
      Vector<Object> va = TYPE.cast(Blank.load(a + i, mask));
      Vector<Object> vb = INPUTS > 1 ? TYPE.cast(Blank.load(b + i, mask)) : va;
      Vector<Object> made = TYPE.cast(Blank.apply(va, vb, filled));
      if (KEEPS) {
        made.intoMemorySegment(ALL, out + i, ORDER, mask);
      }
      sum1 =
          IS_PLAIN
              ? TYPE.cast(sum1).lanewise(FOLD, made, mask)
              : TYPE.cast(sum1).blend(FoldedValues.larger(made, sum1), mask);
    }
    Vector<Object> first = TYPE.cast(sum0).lanewise(FOLD, sum1);
    Vector<Object> all = first.lanewise(FOLD, TYPE.cast(sum2).lanewise(FOLD, sum3));
    return IS_SUM ? Blank.first(sumOfHalves(all)) : IS_MIN ? Blank.min(all) : Blank.max(all);
  }

  /**
   * Adds the upper half of the lanes to the lower, until lane 0 has the sum of all. The Vector
   * API's own reduction adds lanes in one order in the interpreter and in another once compiled.
   */
  private static Vector<Object> sumOfHalves(Vector<Object> lanes) {
    Vector<Object> sum = TYPE.cast(lanes);
    sum = LENGTH > 8 ? TYPE.cast(sum.add(sum.rearrange(BY_8))) : sum;
    sum = LENGTH > 4 ? TYPE.cast(sum.add(sum.rearrange(BY_4))) : sum;
    sum = LENGTH > 2 ? TYPE.cast(sum.add(sum.rearrange(BY_2))) : sum;
    return TYPE.cast(sum.add(sum.rearrange(BY_1)));
  }
}
