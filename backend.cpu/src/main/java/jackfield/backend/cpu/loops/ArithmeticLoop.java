package jackfield.backend.cpu.loops;

import jackfield.backend.cpu.loops.template.Blank;
import jackfield.backend.cpu.loops.template.Template;
import jackfield.memory.HostBytes;
import jackfield.tensor.Scalar;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/** A template of loops from up to two inputs to an output of the same type. */
final class ArithmeticLoop implements PointwiseLoop {
  private static final VectorSpecies<Object> SPECIES = Template.species(MethodHandles.lookup());
  private static final int INPUTS = Template.number(MethodHandles.lookup(), 1);

  private static final Class<? extends Vector<Object>> TYPE = SPECIES.vectorType();
  private static final long STEP = SPECIES.vectorByteSize();
  private static final long ELEMENT = SPECIES.elementSize() / Byte.SIZE;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final MemorySegment ALL = HostBytes.ALL;

  ArithmeticLoop() {}

  @Override
  public void run(long out, long a, long b, long c, long count, Scalar number) {
    Vector<Object> filled = TYPE.cast(Blank.broadcast(number));
    long bytes = count * ELEMENT;
    long i = 0;
    for (; i <= bytes - 2 * STEP; i += 2 * STEP) {
      Vector<Object> va = INPUTS > 0 ? TYPE.cast(Blank.load(a + i)) : filled;
      Vector<Object> vb = INPUTS > 1 ? TYPE.cast(Blank.load(b + i)) : filled;
      Vector<Object> wa = INPUTS > 0 ? TYPE.cast(Blank.load(a + i + STEP)) : filled;
      Vector<Object> wb = INPUTS > 1 ? TYPE.cast(Blank.load(b + i + STEP)) : filled;
      TYPE.cast(Blank.apply(va, vb, filled)).intoMemorySegment(ALL, out + i, ORDER);
      TYPE.cast(Blank.apply(wa, wb, filled)).intoMemorySegment(ALL, out + i + STEP, ORDER);
    }
    if (i <= bytes - STEP) {
      Vector<Object> va = INPUTS > 0 ? TYPE.cast(Blank.load(a + i)) : filled;
      Vector<Object> vb = INPUTS > 1 ? TYPE.cast(Blank.load(b + i)) : filled;
      TYPE.cast(Blank.apply(va, vb, filled)).intoMemorySegment(ALL, out + i, ORDER);
      i += STEP;
    }
    if (i < bytes) {
      VectorMask<Object> mask = SPECIES.indexInRange(0, (bytes - i) / ELEMENT);
      Vector<Object> va = INPUTS > 0 ? TYPE.cast(Blank.load(a + i, mask)) : filled;
      Vector<Object> vb = INPUTS > 1 ? TYPE.cast(Blank.load(b + i, mask)) : filled;
      TYPE.cast(Blank.apply(va, vb, filled)).intoMemorySegment(ALL, out + i, ORDER, mask);
    }
  }
}
