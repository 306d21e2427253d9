package jackfield.backend.cpu.loops.fold;

import jackfield.backend.cpu.loops.template.Blank;
import jackfield.backend.cpu.loops.template.Template;
import jackfield.tensor.Scalar;
import java.lang.invoke.MethodHandles;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * A template of loops that count elements or find an extreme integer.
 *
 * <p>Unsigned bytes are compared as signed ones after their highest bit was flipped. Halves, which
 * have no vectors, are counted as 16-bit integers without their signs.
 */
final class WholeFoldingLoop implements WholeFoldLoop {
  private static final VectorSpecies<Object> SPECIES = Template.species(MethodHandles.lookup());
  private static final int KIND = Template.number(MethodHandles.lookup(), 1);
  private static final boolean IS_UNSIGNED = Template.flag(MethodHandles.lookup(), 2);
  private static final boolean IS_HALF = Template.flag(MethodHandles.lookup(), 3);

  static final int NONZERO = 0;
  static final int MAX = 1;
  static final int MIN = 2;

  private static final Class<? extends Vector<Object>> TYPE = SPECIES.vectorType();
  private static final VectorOperators.Associative FOLD =
      KIND == MAX ? VectorOperators.MAX : VectorOperators.MIN;
  private static final long BLOCK = 1L << 20;
  private static final long STEP = SPECIES.vectorByteSize();
  private static final long ELEMENT = SPECIES.elementSize() / Byte.SIZE;
  private static final long LEAST = -1L << (SPECIES.elementSize() - 1);
  private static final long NEUTRAL = KIND == MAX ? LEAST : ~LEAST;
  private static final Scalar START = Scalar.of(KIND == NONZERO ? 0 : NEUTRAL);
  private static final Scalar FLIP = Scalar.of(IS_HALF ? 0x7fff : IS_UNSIGNED ? 0x80 : 0);

  WholeFoldingLoop() {}

  @Override
  public long run(long a, long count) {
    long result = KIND == NONZERO ? 0 : NEUTRAL;
    for (long done = 0; done < count; done += BLOCK) {
      long bytes = Math.min(BLOCK, count - done) * ELEMENT;
      long address = a + done * ELEMENT;
      if (KIND == NONZERO) {
        result += nonzero(address, bytes);
      } else {
        long part = extreme(address, bytes);
        result = KIND == MAX ? Math.max(result, part) : Math.min(result, part);
      }
    }
    return IS_UNSIGNED ? (result ^ 0x80) & 0xff : result;
  }

  private static long nonzero(long a, long bytes) {
    Vector<Object> zero = TYPE.cast(Blank.broadcast(START));
    Vector<Object> kept = TYPE.cast(Blank.broadcast(FLIP));
    long as = a & Template.ADDRESS_BITS;
    int steps = (int) (bytes / (4 * STEP));
    long count0 = 0;
    long count1 = 0;
    long count2 = 0;
    long count3 = 0;
    for (int k = 0; k < steps; k++) {
      long at = k * (4 * STEP);
      Vector<Object> a0 = TYPE.cast(Blank.load(as + at));
      Vector<Object> a1 = TYPE.cast(Blank.load(as + at + STEP));
      Vector<Object> a2 = TYPE.cast(Blank.load(as + at + 2 * STEP));
      Vector<Object> a3 = TYPE.cast(Blank.load(as + at + 3 * STEP));
      if (IS_HALF) {
        a0 = TYPE.cast(a0.lanewise(VectorOperators.AND, kept));
        a1 = TYPE.cast(a1.lanewise(VectorOperators.AND, kept));
        a2 = TYPE.cast(a2.lanewise(VectorOperators.AND, kept));
        a3 = TYPE.cast(a3.lanewise(VectorOperators.AND, kept));
      }
      count0 += a0.compare(VectorOperators.NE, zero).trueCount();
      count1 += a1.compare(VectorOperators.NE, zero).trueCount();
      count2 += a2.compare(VectorOperators.NE, zero).trueCount();
      count3 += a3.compare(VectorOperators.NE, zero).trueCount();
    }
    for (long i = steps * (4 * STEP); i < bytes; i += STEP) {
      VectorMask<Object> mask = SPECIES.indexInRange(0, (bytes - i) / ELEMENT);
      Vector<Object> rest = TYPE.cast(Blank.load(a + i, mask)); // 0 beyond the end
      if (IS_HALF) {
        rest = TYPE.cast(rest.lanewise(VectorOperators.AND, kept));
      }
      count0 += rest.compare(VectorOperators.NE, zero).trueCount();
    }
    return count0 + count1 + count2 + count3;
  }

  private static long extreme(long a, long bytes) {
    Vector<Object> flip = TYPE.cast(Blank.broadcast(FLIP));
    Vector<Object> best0 = TYPE.cast(Blank.broadcast(START));
    Vector<Object> best1 = best0;
    Vector<Object> best2 = best0;
    Vector<Object> best3 = best0;
    long as = a & Template.ADDRESS_BITS;
    int steps = (int) (bytes / (4 * STEP));
    for (int k = 0; k < steps; k++) {
      long at = k * (4 * STEP);
      Vector<Object> a0 = TYPE.cast(Blank.load(as + at));
      Vector<Object> a1 = TYPE.cast(Blank.load(as + at + STEP));
      Vector<Object> a2 = TYPE.cast(Blank.load(as + at + 2 * STEP));
      Vector<Object> a3 = TYPE.cast(Blank.load(as + at + 3 * STEP));
      if (IS_UNSIGNED) {
        a0 = TYPE.cast(a0.lanewise(VectorOperators.XOR, flip));
        a1 = TYPE.cast(a1.lanewise(VectorOperators.XOR, flip));
        a2 = TYPE.cast(a2.lanewise(VectorOperators.XOR, flip));
        a3 = TYPE.cast(a3.lanewise(VectorOperators.XOR, flip));
      }
      best0 = TYPE.cast(a0.lanewise(FOLD, best0));
      best1 = TYPE.cast(a1.lanewise(FOLD, best1));
      best2 = TYPE.cast(a2.lanewise(FOLD, best2));
      best3 = TYPE.cast(a3.lanewise(FOLD, best3));
    }
    for (long i = steps * (4 * STEP); i < bytes; i += STEP) {
      VectorMask<Object> mask = SPECIES.indexInRange(0, (bytes - i) / ELEMENT);
      Vector<Object> rest = TYPE.cast(Blank.load(a + i, mask));
      if (IS_UNSIGNED) {
        rest = TYPE.cast(rest.lanewise(VectorOperators.XOR, flip));
      }
      best0 = TYPE.cast(TYPE.cast(best0).lanewise(FOLD, rest, mask));
    }
    Vector<Object> first = TYPE.cast(TYPE.cast(best0).lanewise(FOLD, best1));
    Vector<Object> second = TYPE.cast(TYPE.cast(best2).lanewise(FOLD, best3));
    return TYPE.cast(first.lanewise(FOLD, second)).reduceLanesToLong(FOLD);
  }
}
