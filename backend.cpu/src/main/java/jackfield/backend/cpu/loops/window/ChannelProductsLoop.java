package jackfield.backend.cpu.loops.window;

import jackfield.backend.cpu.loops.template.Blank;
import jackfield.backend.cpu.loops.template.Template;
import jackfield.memory.HostBytes;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * A template of sums of products of one or two vectors of channels and six taps, which stay in
 * registers. They start at zero and are added to the old sums at the end, so that the error grows
 * with the windows of a call and not with those of all calls.
 *
 * <p>Where there are fewer taps, the last one is computed again in their place. Old sums are read
 * before any is written, so the last one is written several times with the same value.
 */
final class ChannelProductsLoop implements ChannelProducts {
  private static final VectorSpecies<Object> SPECIES = Template.species(MethodHandles.lookup());
  private static final int VECTORS = Template.number(MethodHandles.lookup(), 1);

  private static final Class<? extends Vector<Object>> TYPE = SPECIES.vectorType();
  private static final long STEP = SPECIES.vectorByteSize();
  private static final long WIDE = VECTORS * STEP;
  private static final long SECOND = WIDE - STEP;
  private static final long ELEMENT = SPECIES.elementSize() / Byte.SIZE;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final MemorySegment ALL = HostBytes.ALL;

  ChannelProductsLoop() {}

  @Override
  public void run(
      long gradient,
      long image,
      long imageRowStep,
      long rows,
      long columns,
      long[] offsets,
      int tap,
      long sums) {
    int last = offsets.length - 1;
    int tap1 = Math.min(tap + 1, last);
    int tap2 = Math.min(tap + 2, last);
    int tap3 = Math.min(tap + 3, last);
    int tap4 = Math.min(tap + 4, last);
    int tap5 = Math.min(tap + 5, last);
    Vector<Object> c00 = TYPE.cast(Blank.broadcast(0.0));
    Vector<Object> c01 = c00;
    Vector<Object> c10 = c00;
    Vector<Object> c11 = c00;
    Vector<Object> c20 = c00;
    Vector<Object> c21 = c00;
    Vector<Object> c30 = c00;
    Vector<Object> c31 = c00;
    Vector<Object> c40 = c00;
    Vector<Object> c41 = c00;
    Vector<Object> c50 = c00;
    Vector<Object> c51 = c00;
    int wide = (int) columns;
    for (long row = 0; row < rows; row++) {
      long g = (gradient + row * columns * WIDE) & Template.ADDRESS_BITS;
      long x = image + row * imageRowStep;
      long x0 = (x + offsets[tap]) & Template.ADDRESS_BITS;
      long x1 = (x + offsets[tap1]) & Template.ADDRESS_BITS;
      long x2 = (x + offsets[tap2]) & Template.ADDRESS_BITS;
      long x3 = (x + offsets[tap3]) & Template.ADDRESS_BITS;
      long x4 = (x + offsets[tap4]) & Template.ADDRESS_BITS;
      long x5 = (x + offsets[tap5]) & Template.ADDRESS_BITS;
      for (int i = 0; i < wide; i++) {
        Vector<Object> g0 = Blank.load(g + i * WIDE);
        Vector<Object> g1 = Blank.load(g + i * WIDE + SECOND);
        Vector<Object> e0 = TYPE.cast(Blank.broadcastAt(x0 + i * ELEMENT));
        c00 = e0.lanewise(VectorOperators.FMA, g0, c00);
        c01 = VECTORS > 1 ? e0.lanewise(VectorOperators.FMA, g1, c01) : c01;
        Vector<Object> e1 = TYPE.cast(Blank.broadcastAt(x1 + i * ELEMENT));
        c10 = e1.lanewise(VectorOperators.FMA, g0, c10);
        c11 = VECTORS > 1 ? e1.lanewise(VectorOperators.FMA, g1, c11) : c11;
        Vector<Object> e2 = TYPE.cast(Blank.broadcastAt(x2 + i * ELEMENT));
        c20 = e2.lanewise(VectorOperators.FMA, g0, c20);
        c21 = VECTORS > 1 ? e2.lanewise(VectorOperators.FMA, g1, c21) : c21;
        Vector<Object> e3 = TYPE.cast(Blank.broadcastAt(x3 + i * ELEMENT));
        c30 = e3.lanewise(VectorOperators.FMA, g0, c30);
        c31 = VECTORS > 1 ? e3.lanewise(VectorOperators.FMA, g1, c31) : c31;
        Vector<Object> e4 = TYPE.cast(Blank.broadcastAt(x4 + i * ELEMENT));
        c40 = e4.lanewise(VectorOperators.FMA, g0, c40);
        c41 = VECTORS > 1 ? e4.lanewise(VectorOperators.FMA, g1, c41) : c41;
        Vector<Object> e5 = TYPE.cast(Blank.broadcastAt(x5 + i * ELEMENT));
        c50 = e5.lanewise(VectorOperators.FMA, g0, c50);
        c51 = VECTORS > 1 ? e5.lanewise(VectorOperators.FMA, g1, c51) : c51;
      }
    }
    long s0 = sums + tap * WIDE;
    long s1 = sums + tap1 * WIDE;
    long s2 = sums + tap2 * WIDE;
    long s3 = sums + tap3 * WIDE;
    long s4 = sums + tap4 * WIDE;
    long s5 = sums + tap5 * WIDE;
    c00 = TYPE.cast(c00).add(Blank.load(s0));
    c01 = VECTORS > 1 ? TYPE.cast(c01).add(Blank.load(s0 + SECOND)) : c00;
    c10 = TYPE.cast(c10).add(Blank.load(s1));
    c11 = VECTORS > 1 ? TYPE.cast(c11).add(Blank.load(s1 + SECOND)) : c10;
    c20 = TYPE.cast(c20).add(Blank.load(s2));
    c21 = VECTORS > 1 ? TYPE.cast(c21).add(Blank.load(s2 + SECOND)) : c20;
    c30 = TYPE.cast(c30).add(Blank.load(s3));
    c31 = VECTORS > 1 ? TYPE.cast(c31).add(Blank.load(s3 + SECOND)) : c30;
    c40 = TYPE.cast(c40).add(Blank.load(s4));
    c41 = VECTORS > 1 ? TYPE.cast(c41).add(Blank.load(s4 + SECOND)) : c40;
    c50 = TYPE.cast(c50).add(Blank.load(s5));
    c51 = VECTORS > 1 ? TYPE.cast(c51).add(Blank.load(s5 + SECOND)) : c50;
    TYPE.cast(c00).intoMemorySegment(ALL, s0, ORDER);
    TYPE.cast(c01).intoMemorySegment(ALL, s0 + SECOND, ORDER);
    TYPE.cast(c10).intoMemorySegment(ALL, s1, ORDER);
    TYPE.cast(c11).intoMemorySegment(ALL, s1 + SECOND, ORDER);
    TYPE.cast(c20).intoMemorySegment(ALL, s2, ORDER);
    TYPE.cast(c21).intoMemorySegment(ALL, s2 + SECOND, ORDER);
    TYPE.cast(c30).intoMemorySegment(ALL, s3, ORDER);
    TYPE.cast(c31).intoMemorySegment(ALL, s3 + SECOND, ORDER);
    TYPE.cast(c40).intoMemorySegment(ALL, s4, ORDER);
    TYPE.cast(c41).intoMemorySegment(ALL, s4 + SECOND, ORDER);
    TYPE.cast(c50).intoMemorySegment(ALL, s5, ORDER);
    TYPE.cast(c51).intoMemorySegment(ALL, s5 + SECOND, ORDER);
  }
}
