package jackfield.backend.cpu.loops.fold;

import jackfield.backend.cpu.loops.template.Blank;
import jackfield.backend.cpu.loops.template.Template;
import jackfield.memory.HostBytes;
import java.lang.invoke.MethodHandles;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/** A template of loops that sum pairs of rows, each in the order of {@link FoldingLoop}. */
final class RowSumsLoop implements RowSums {
  private static final VectorSpecies<Object> SPECIES = Template.species(MethodHandles.lookup());
  private static final Class<? extends Vector<Object>> TYPE = SPECIES.vectorType();
  private static final int LENGTH = SPECIES.length(); // 2 to 16
  private static final long BLOCK = 64L * 4 * LENGTH;
  private static final long STEP = SPECIES.vectorByteSize();
  private static final long ELEMENT = SPECIES.elementSize() / Byte.SIZE;
  private static final VectorMask<Object> UPPER = SPECIES.indexInRange(-LENGTH / 2, LENGTH);
  private static final VectorShuffle<Object> BY_HALF = rotation(LENGTH / 2);
  private static final VectorShuffle<Object> BY_1 = rotation(1);
  private static final VectorShuffle<Object> BY_2 = rotation(2);
  private static final VectorShuffle<Object> BY_4 = rotation(4);

  RowSumsLoop() {}

  private static VectorShuffle<Object> rotation(int lanes) {
    return VectorShuffle.iota(SPECIES, lanes, 1, true);
  }

  @Override
  public void run(
      long out, long outStep, long a, long step, long pairs, long count, double divisor) {
    for (long pair = 0; pair < pairs; pair++) {
      double first = 0;
      double second = 0;
      for (long done = 0; done < count; done += BLOCK) {
        long from = a + 2 * pair * step + done * ELEMENT;
        long bytes = Math.min(BLOCK, count - done) * ELEMENT;
        Vector<Object> sums = TYPE.cast(block(from, from + step, bytes));
        first += Blank.first(sums);
        second += Blank.first(sums.rearrange(BY_HALF));
      }
      long to = out + 2 * pair * outStep;
      put(to, first / divisor);
      put(to + outStep, second / divisor);
    }
  }

  private static void put(long address, double number) {
    if (ELEMENT == Float.BYTES) {
      HostBytes.putFloat(address, (float) number);
    } else {
      HostBytes.putDouble(address, number);
    }
  }

  /**
   * Returns the sums of elements at {@code a} in lane 0, and of those at {@code b} in the middle.
   */
  private static Vector<Object> block(long a, long b, long bytes) {
    Vector<Object> a0 = TYPE.cast(Blank.broadcast(0.0));
    Vector<Object> a1 = a0;
    Vector<Object> a2 = a0;
    Vector<Object> a3 = a0;
    Vector<Object> b0 = a0;
    Vector<Object> b1 = a0;
    Vector<Object> b2 = a0;
    Vector<Object> b3 = a0;
    long as = a & Template.ADDRESS_BITS;
    long bs = b & Template.ADDRESS_BITS;
    int steps = (int) (bytes / (4 * STEP));
    for (int k = 0; k < steps; k++) {
      long at = k * (4 * STEP);
      a0 = TYPE.cast(Blank.load(as + at)).add(a0);
      a1 = TYPE.cast(Blank.load(as + at + STEP)).add(a1);
      a2 = TYPE.cast(Blank.load(as + at + 2 * STEP)).add(a2);
      a3 = TYPE.cast(Blank.load(as + at + 3 * STEP)).add(a3);
      b0 = TYPE.cast(Blank.load(bs + at)).add(b0);
      b1 = TYPE.cast(Blank.load(bs + at + STEP)).add(b1);
      b2 = TYPE.cast(Blank.load(bs + at + 2 * STEP)).add(b2);
      b3 = TYPE.cast(Blank.load(bs + at + 3 * STEP)).add(b3);
    }
    long i = steps * (4 * STEP);
    for (; i <= bytes - STEP; i += STEP) {
      a0 = TYPE.cast(Blank.load(a + i)).add(a0);
      b0 = TYPE.cast(Blank.load(b + i)).add(b0);
    }
    if (i < bytes) {
      VectorMask<Object> mask = SPECIES.indexInRange(0, (bytes - i) / ELEMENT);
      a1 = TYPE.cast(a1).add(TYPE.cast(Blank.load(a + i, mask)), mask);
      b1 = TYPE.cast(b1).add(TYPE.cast(Blank.load(b + i, mask)), mask);
    }
    Vector<Object> ofA = TYPE.cast(a0).add(a1).add(TYPE.cast(a2).add(a3));
    Vector<Object> ofB = TYPE.cast(b0).add(b1).add(TYPE.cast(b2).add(b3));
    return halves(ofA, ofB);
  }

  /** Adds halves of the lanes, as {@link FoldingLoop} does, of both vectors in one. */
  private static Vector<Object> halves(Vector<Object> a, Vector<Object> b) {
    Vector<Object> ofA = TYPE.cast(TYPE.cast(a).add(TYPE.cast(a).rearrange(BY_HALF)));
    Vector<Object> ofB = TYPE.cast(TYPE.cast(b).add(TYPE.cast(b).rearrange(BY_HALF)));
    Vector<Object> sums = TYPE.cast(ofA.blend(ofB, UPPER));
    sums = LENGTH > 8 ? TYPE.cast(sums.add(sums.rearrange(BY_4))) : sums;
    sums = LENGTH > 4 ? TYPE.cast(sums.add(sums.rearrange(BY_2))) : sums;
    return LENGTH > 2 ? TYPE.cast(sums.add(sums.rearrange(BY_1))) : sums;
  }
}
