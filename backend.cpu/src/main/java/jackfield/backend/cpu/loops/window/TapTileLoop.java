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
 * A template of tiles of up to six channels and two vectors: with two vectors of the image and one
 * weight, twelve sums fill the sixteen registers of AVX2.
 *
 * <p>A lower tile reads and writes its last channel in place of the missing ones. It writes from
 * the last to the first, so the sums of its own channels remain.
 */
final class TapTileLoop implements TapTile {
  private static final VectorSpecies<Object> SPECIES = Template.species(MethodHandles.lookup());
  private static final int ROWS = Template.number(MethodHandles.lookup(), 1);

  private static final Class<? extends Vector<Object>> TYPE = SPECIES.vectorType();
  private static final long STEP = SPECIES.vectorByteSize();
  private static final long ELEMENT = SPECIES.elementSize() / Byte.SIZE;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final MemorySegment ALL = HostBytes.ALL;
  private static final long ROW1 = Math.min(1, ROWS - 1);
  private static final long ROW2 = Math.min(2, ROWS - 1);
  private static final long ROW3 = Math.min(3, ROWS - 1);
  private static final long ROW4 = Math.min(4, ROWS - 1);
  private static final long ROW5 = Math.min(5, ROWS - 1);

  TapTileLoop() {}

  @Override
  public void run(
      long weights, long weightStep, long image, long[] offsets, long out, long outStep) {
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
    long w0 = weights & Template.ADDRESS_BITS;
    long w1 = (weights + ROW1 * weightStep) & Template.ADDRESS_BITS;
    long w2 = (weights + ROW2 * weightStep) & Template.ADDRESS_BITS;
    long w3 = (weights + ROW3 * weightStep) & Template.ADDRESS_BITS;
    long w4 = (weights + ROW4 * weightStep) & Template.ADDRESS_BITS;
    long w5 = (weights + ROW5 * weightStep) & Template.ADDRESS_BITS;
    for (int k = 0; k < offsets.length; k++) {
      long b = (image + offsets[k]) & Template.ADDRESS_BITS;
      Vector<Object> b0 = Blank.load(b);
      Vector<Object> b1 = Blank.load(b + STEP);
      Vector<Object> a0 = TYPE.cast(Blank.broadcastAt(w0 + k * ELEMENT));
      c00 = a0.lanewise(VectorOperators.FMA, b0, c00);
      c01 = a0.lanewise(VectorOperators.FMA, b1, c01);
      Vector<Object> a1 = TYPE.cast(Blank.broadcastAt(w1 + k * ELEMENT));
      c10 = ROWS > 1 ? a1.lanewise(VectorOperators.FMA, b0, c10) : c10;
      c11 = ROWS > 1 ? a1.lanewise(VectorOperators.FMA, b1, c11) : c11;
      Vector<Object> a2 = TYPE.cast(Blank.broadcastAt(w2 + k * ELEMENT));
      c20 = ROWS > 2 ? a2.lanewise(VectorOperators.FMA, b0, c20) : c20;
      c21 = ROWS > 2 ? a2.lanewise(VectorOperators.FMA, b1, c21) : c21;
      Vector<Object> a3 = TYPE.cast(Blank.broadcastAt(w3 + k * ELEMENT));
      c30 = ROWS > 3 ? a3.lanewise(VectorOperators.FMA, b0, c30) : c30;
      c31 = ROWS > 3 ? a3.lanewise(VectorOperators.FMA, b1, c31) : c31;
      Vector<Object> a4 = TYPE.cast(Blank.broadcastAt(w4 + k * ELEMENT));
      c40 = ROWS > 4 ? a4.lanewise(VectorOperators.FMA, b0, c40) : c40;
      c41 = ROWS > 4 ? a4.lanewise(VectorOperators.FMA, b1, c41) : c41;
      Vector<Object> a5 = TYPE.cast(Blank.broadcastAt(w5 + k * ELEMENT));
      c50 = ROWS > 5 ? a5.lanewise(VectorOperators.FMA, b0, c50) : c50;
      c51 = ROWS > 5 ? a5.lanewise(VectorOperators.FMA, b1, c51) : c51;
    }
    TYPE.cast(c50).intoMemorySegment(ALL, out + ROW5 * outStep, ORDER);
    TYPE.cast(c51).intoMemorySegment(ALL, out + ROW5 * outStep + STEP, ORDER);
    TYPE.cast(c40).intoMemorySegment(ALL, out + ROW4 * outStep, ORDER);
    TYPE.cast(c41).intoMemorySegment(ALL, out + ROW4 * outStep + STEP, ORDER);
    TYPE.cast(c30).intoMemorySegment(ALL, out + ROW3 * outStep, ORDER);
    TYPE.cast(c31).intoMemorySegment(ALL, out + ROW3 * outStep + STEP, ORDER);
    TYPE.cast(c20).intoMemorySegment(ALL, out + ROW2 * outStep, ORDER);
    TYPE.cast(c21).intoMemorySegment(ALL, out + ROW2 * outStep + STEP, ORDER);
    TYPE.cast(c10).intoMemorySegment(ALL, out + ROW1 * outStep, ORDER);
    TYPE.cast(c11).intoMemorySegment(ALL, out + ROW1 * outStep + STEP, ORDER);
    TYPE.cast(c00).intoMemorySegment(ALL, out, ORDER);
    TYPE.cast(c01).intoMemorySegment(ALL, out + STEP, ORDER);
  }
}
