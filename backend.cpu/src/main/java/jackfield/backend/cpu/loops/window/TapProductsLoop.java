package jackfield.backend.cpu.loops.window;

import jackfield.backend.cpu.loops.template.Blank;
import jackfield.backend.cpu.loops.template.Template;
import jackfield.memory.HostBytes;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * A template of sums of products of three channels of a gradient and three taps, which stay in
 * registers: over the whole vectors of rows, or over a masked vector of each row.
 *
 * <p>Where there are fewer channels or taps, the last one is computed again in their place, and
 * written to the same address.
 */
final class TapProductsLoop implements TapProducts {
  private static final VectorSpecies<Object> SPECIES = Template.species(MethodHandles.lookup());
  private static final boolean IS_MASKED = Template.flag(MethodHandles.lookup(), 1);

  private static final Class<? extends Vector<Object>> TYPE = SPECIES.vectorType();
  private static final long STEP = SPECIES.vectorByteSize();
  private static final long ELEMENT = SPECIES.elementSize() / Byte.SIZE;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final MemorySegment ALL = HostBytes.ALL;

  TapProductsLoop() {}

  @Override
  public void run(Lines lines, long image, long[] offsets, int tap, long sums, long sumStep) {
    int last = offsets.length - 1;
    int tap1 = Math.min(tap + 1, last);
    int tap2 = Math.min(tap + 2, last);
    long down1 = Math.min(1, lines.channels() - 1);
    long down2 = Math.min(2, lines.channels() - 1);
    long s0 = sums + tap * STEP;
    long s1 = sums + tap1 * STEP;
    long s2 = sums + tap2 * STEP;
    Vector<Object> c00 = Blank.load(s0);
    Vector<Object> c01 = Blank.load(s1);
    Vector<Object> c02 = Blank.load(s2);
    Vector<Object> c10 = Blank.load(s0 + down1 * sumStep);
    Vector<Object> c11 = Blank.load(s1 + down1 * sumStep);
    Vector<Object> c12 = Blank.load(s2 + down1 * sumStep);
    Vector<Object> c20 = Blank.load(s0 + down2 * sumStep);
    Vector<Object> c21 = Blank.load(s1 + down2 * sumStep);
    Vector<Object> c22 = Blank.load(s2 + down2 * sumStep);
    VectorMask<Object> mask = SPECIES.indexInRange(0, lines.rowBytes() / ELEMENT);
    for (long row = 0; row < lines.rows(); row++) {
      for (long i = 0; i < lines.rowBytes(); i += STEP) {
        long at = lines.gradient() + row * lines.rowStep() + i;
        long at1 = at + down1 * lines.channelStep();
        long at2 = at + down2 * lines.channelStep();
        Vector<Object> g0 = TYPE.cast(IS_MASKED ? Blank.load(at, mask) : Blank.load(at));
        Vector<Object> g1 = TYPE.cast(IS_MASKED ? Blank.load(at1, mask) : Blank.load(at1));
        Vector<Object> g2 = TYPE.cast(IS_MASKED ? Blank.load(at2, mask) : Blank.load(at2));
        long x = image + row * lines.imageRowStep() + i;
        long x0 = x + offsets[tap];
        Vector<Object> e0 = TYPE.cast(IS_MASKED ? Blank.load(x0, mask) : Blank.load(x0));
        c00 = e0.lanewise(VectorOperators.FMA, g0, c00);
        c10 = e0.lanewise(VectorOperators.FMA, g1, c10);
        c20 = e0.lanewise(VectorOperators.FMA, g2, c20);
        long x1 = x + offsets[tap1];
        Vector<Object> e1 = TYPE.cast(IS_MASKED ? Blank.load(x1, mask) : Blank.load(x1));
        c01 = e1.lanewise(VectorOperators.FMA, g0, c01);
        c11 = e1.lanewise(VectorOperators.FMA, g1, c11);
        c21 = e1.lanewise(VectorOperators.FMA, g2, c21);
        long x2 = x + offsets[tap2];
        Vector<Object> e2 = TYPE.cast(IS_MASKED ? Blank.load(x2, mask) : Blank.load(x2));
        c02 = e2.lanewise(VectorOperators.FMA, g0, c02);
        c12 = e2.lanewise(VectorOperators.FMA, g1, c12);
        c22 = e2.lanewise(VectorOperators.FMA, g2, c22);
      }
    }
    TYPE.cast(c00).intoMemorySegment(ALL, s0, ORDER);
    TYPE.cast(c01).intoMemorySegment(ALL, s1, ORDER);
    TYPE.cast(c02).intoMemorySegment(ALL, s2, ORDER);
    TYPE.cast(c10).intoMemorySegment(ALL, s0 + down1 * sumStep, ORDER);
    TYPE.cast(c11).intoMemorySegment(ALL, s1 + down1 * sumStep, ORDER);
    TYPE.cast(c12).intoMemorySegment(ALL, s2 + down1 * sumStep, ORDER);
    TYPE.cast(c20).intoMemorySegment(ALL, s0 + down2 * sumStep, ORDER);
    TYPE.cast(c21).intoMemorySegment(ALL, s1 + down2 * sumStep, ORDER);
    TYPE.cast(c22).intoMemorySegment(ALL, s2 + down2 * sumStep, ORDER);
  }
}
