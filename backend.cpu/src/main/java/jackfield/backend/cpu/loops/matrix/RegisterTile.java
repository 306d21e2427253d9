package jackfield.backend.cpu.loops.matrix;

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
 * A template of tiles of six rows and the width of two vectors.
 *
 * <p>There are twelve accumulators. Two FMA ports with a latency of four need at least eight. With
 * two vectors of columns and one number of the rows, twelve fill the sixteen registers of AVX2. A
 * taller tile is no faster with the 32 registers of AVX-512 (measured for 8 and 10 rows), and 12
 * rows need more registers than the compiler allocates.
 *
 * <p>The addresses of the loop need no checks of bounds: see {@link Template#ADDRESS_BITS}.
 */
final class RegisterTile implements TileLoop {
  private static final VectorSpecies<Object> SPECIES = Template.species(MethodHandles.lookup());

  private static final Class<? extends Vector<Object>> TYPE = SPECIES.vectorType();
  private static final long STEP = SPECIES.vectorByteSize();
  private static final long DEPTH_STEP = Template.number(MethodHandles.lookup(), 1);
  private static final boolean ADDS = Template.flag(MethodHandles.lookup(), 2);
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final MemorySegment ALL = HostBytes.ALL;

  RegisterTile() {}

  @Override
  public void run(long rows, long rowStep, long columns, long depth, long out, long outStep) {
    Vector<Object> zero = TYPE.cast(Blank.broadcast(0.0));
    Vector<Object> c00 = ADDS ? Blank.load(out) : zero;
    Vector<Object> c01 = ADDS ? Blank.load(out + STEP) : zero;
    Vector<Object> c10 = ADDS ? Blank.load(out + outStep) : zero;
    Vector<Object> c11 = ADDS ? Blank.load(out + outStep + STEP) : zero;
    Vector<Object> c20 = ADDS ? Blank.load(out + 2 * outStep) : zero;
    Vector<Object> c21 = ADDS ? Blank.load(out + 2 * outStep + STEP) : zero;
    Vector<Object> c30 = ADDS ? Blank.load(out + 3 * outStep) : zero;
    Vector<Object> c31 = ADDS ? Blank.load(out + 3 * outStep + STEP) : zero;
    Vector<Object> c40 = ADDS ? Blank.load(out + 4 * outStep) : zero;
    Vector<Object> c41 = ADDS ? Blank.load(out + 4 * outStep + STEP) : zero;
    Vector<Object> c50 = ADDS ? Blank.load(out + 5 * outStep) : zero;
    Vector<Object> c51 = ADDS ? Blank.load(out + 5 * outStep + STEP) : zero;
    long row0 = rows & Template.ADDRESS_BITS;
    long row1 = (rows + rowStep) & Template.ADDRESS_BITS;
    long row2 = (rows + 2 * rowStep) & Template.ADDRESS_BITS;
    long row3 = (rows + 3 * rowStep) & Template.ADDRESS_BITS;
    long row4 = (rows + 4 * rowStep) & Template.ADDRESS_BITS;
    long row5 = (rows + 5 * rowStep) & Template.ADDRESS_BITS;
    long panel = columns & Template.ADDRESS_BITS;
    int deep = (int) depth;
    for (int k = 0; k < deep; k++) {
      Vector<Object> b0 = Blank.load(panel + k * (2 * STEP));
      Vector<Object> b1 = Blank.load(panel + k * (2 * STEP) + STEP);
      Vector<Object> a0 = TYPE.cast(Blank.broadcastAt(row0 + k * DEPTH_STEP));
      c00 = a0.lanewise(VectorOperators.FMA, b0, c00);
      c01 = a0.lanewise(VectorOperators.FMA, b1, c01);
      Vector<Object> a1 = TYPE.cast(Blank.broadcastAt(row1 + k * DEPTH_STEP));
      c10 = a1.lanewise(VectorOperators.FMA, b0, c10);
      c11 = a1.lanewise(VectorOperators.FMA, b1, c11);
      Vector<Object> a2 = TYPE.cast(Blank.broadcastAt(row2 + k * DEPTH_STEP));
      c20 = a2.lanewise(VectorOperators.FMA, b0, c20);
      c21 = a2.lanewise(VectorOperators.FMA, b1, c21);
      Vector<Object> a3 = TYPE.cast(Blank.broadcastAt(row3 + k * DEPTH_STEP));
      c30 = a3.lanewise(VectorOperators.FMA, b0, c30);
      c31 = a3.lanewise(VectorOperators.FMA, b1, c31);
      Vector<Object> a4 = TYPE.cast(Blank.broadcastAt(row4 + k * DEPTH_STEP));
      c40 = a4.lanewise(VectorOperators.FMA, b0, c40);
      c41 = a4.lanewise(VectorOperators.FMA, b1, c41);
      Vector<Object> a5 = TYPE.cast(Blank.broadcastAt(row5 + k * DEPTH_STEP));
      c50 = a5.lanewise(VectorOperators.FMA, b0, c50);
      c51 = a5.lanewise(VectorOperators.FMA, b1, c51);
    }
    TYPE.cast(c00).intoMemorySegment(ALL, out, ORDER);
    TYPE.cast(c01).intoMemorySegment(ALL, out + STEP, ORDER);
    TYPE.cast(c10).intoMemorySegment(ALL, out + outStep, ORDER);
    TYPE.cast(c11).intoMemorySegment(ALL, out + outStep + STEP, ORDER);
    TYPE.cast(c20).intoMemorySegment(ALL, out + 2 * outStep, ORDER);
    TYPE.cast(c21).intoMemorySegment(ALL, out + 2 * outStep + STEP, ORDER);
    TYPE.cast(c30).intoMemorySegment(ALL, out + 3 * outStep, ORDER);
    TYPE.cast(c31).intoMemorySegment(ALL, out + 3 * outStep + STEP, ORDER);
    TYPE.cast(c40).intoMemorySegment(ALL, out + 4 * outStep, ORDER);
    TYPE.cast(c41).intoMemorySegment(ALL, out + 4 * outStep + STEP, ORDER);
    TYPE.cast(c50).intoMemorySegment(ALL, out + 5 * outStep, ORDER);
    TYPE.cast(c51).intoMemorySegment(ALL, out + 5 * outStep + STEP, ORDER);
  }
}
