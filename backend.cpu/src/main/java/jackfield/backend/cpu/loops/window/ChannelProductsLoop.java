package jackfield.backend.cpu.loops.window;

import jackfield.backend.cpu.loops.template.Blank;
import jackfield.backend.cpu.loops.template.Template;
import java.lang.invoke.MethodHandles;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * A template of sums of products of one or two vectors of channels and six taps, which stay in
 * registers. They start at zero and are added to the old sums at the end ({@link ChannelSums}), so
 * that the error grows with the windows of a call and not with those of all calls.
 */
final class ChannelProductsLoop implements ChannelProducts {
  private static final VectorSpecies<Object> SPECIES = Template.species(MethodHandles.lookup());
  private static final int VECTORS = Template.number(MethodHandles.lookup(), 1);

  private static final Class<? extends Vector<Object>> TYPE = SPECIES.vectorType();
  private static final long STEP = SPECIES.vectorByteSize();
  private static final long WIDE = VECTORS * STEP;
  private static final long SECOND = WIDE - STEP;
  private static final long ELEMENT = SPECIES.elementSize() / Byte.SIZE;

  ChannelProductsLoop() {}

  @Override
  public void run(Rows rows, long[] offsets, int tap, long sums) {
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
    int columns = rows.columns();
    for (long row = 0; row < rows.count(); row++) {
      long g = (rows.gradient() + row * columns * WIDE) & Template.ADDRESS_BITS;
      long x = rows.image() + row * rows.imageStep();
      long x0 = (x + offsets[tap]) & Template.ADDRESS_BITS;
      long x1 = (x + offsets[tap + 1]) & Template.ADDRESS_BITS;
      long x2 = (x + offsets[tap + 2]) & Template.ADDRESS_BITS;
      long x3 = (x + offsets[tap + 3]) & Template.ADDRESS_BITS;
      long x4 = (x + offsets[tap + 4]) & Template.ADDRESS_BITS;
      long x5 = (x + offsets[tap + 5]) & Template.ADDRESS_BITS;
      for (int i = 0; i < columns; i++) {
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
    long first = sums + tap * WIDE;
    ChannelSums.add(first, WIDE, c00, c10, c20, c30, c40, c50);
    if (VECTORS > 1) {
      ChannelSums.add(first + SECOND, WIDE, c01, c11, c21, c31, c41, c51);
    }
  }
}
