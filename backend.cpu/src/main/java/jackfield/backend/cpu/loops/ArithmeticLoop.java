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

/**
 * A template of loops from up to three inputs to an output of the same type. The third input takes
 * the place of the number. An input may be one element that is repeated.
 */
final class ArithmeticLoop implements PointwiseLoop {
  private static final VectorSpecies<Object> SPECIES = Template.species(MethodHandles.lookup());
  private static final int INPUTS = Template.number(MethodHandles.lookup(), 1);
  private static final long UNROLL = Template.number(MethodHandles.lookup(), 2);
  private static final int REPEATED = Template.number(MethodHandles.lookup(), 3);

  private static final Class<? extends Vector<Object>> TYPE = SPECIES.vectorType();
  private static final int LENGTH = SPECIES.length();
  private static final long STEP = SPECIES.vectorByteSize();
  private static final long ELEMENT = SPECIES.elementSize() / Byte.SIZE;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final MemorySegment ALL = HostBytes.ALL;
  private static final boolean REPEATS_A = (REPEATED & PointwiseLoop.A) != 0;
  private static final boolean REPEATS_B = (REPEATED & PointwiseLoop.B) != 0;
  private static final boolean REPEATS_C = (REPEATED & PointwiseLoop.C) != 0;
  private static final boolean LOADS_A = INPUTS > 0 && !REPEATS_A;
  private static final boolean LOADS_B = INPUTS > 1 && !REPEATS_B;
  private static final boolean LOADS_C = INPUTS > 2 && !REPEATS_C;

  ArithmeticLoop() {}

  @Override
  public void run(long out, long a, long b, long c, long count, Scalar... numbers) {
    Vector<Object> filled = TYPE.cast(Blank.broadcast(numbers[0]));
    Vector<Object> ra = REPEATS_A ? TYPE.cast(Blank.broadcastAt(a)) : filled;
    Vector<Object> rb = REPEATS_B ? TYPE.cast(Blank.broadcastAt(b)) : filled;
    Vector<Object> rc = REPEATS_C ? TYPE.cast(Blank.broadcastAt(c)) : filled;
    int steps = (int) Math.min(Integer.MAX_VALUE, count / (UNROLL * LENGTH));
    long outs = out & Template.ADDRESS_BITS;
    long as = a & Template.ADDRESS_BITS;
    long bs = b & Template.ADDRESS_BITS;
    long cs = c & Template.ADDRESS_BITS;
    for (int k = 0; k < steps; k++) {
      long at = k * (UNROLL * STEP);
      Vector<Object> va = LOADS_A ? TYPE.cast(Blank.load(as + at)) : ra;
      Vector<Object> vb = LOADS_B ? TYPE.cast(Blank.load(bs + at)) : rb;
      Vector<Object> vc = LOADS_C ? TYPE.cast(Blank.load(cs + at)) : rc;
      TYPE.cast(Blank.apply(va, vb, vc)).intoMemorySegment(ALL, outs + at, ORDER);
      if (UNROLL > 1) {
        Vector<Object> wa = LOADS_A ? TYPE.cast(Blank.load(as + at + STEP)) : ra;
        Vector<Object> wb = LOADS_B ? TYPE.cast(Blank.load(bs + at + STEP)) : rb;
        Vector<Object> wc = LOADS_C ? TYPE.cast(Blank.load(cs + at + STEP)) : rc;
        TYPE.cast(Blank.apply(wa, wb, wc)).intoMemorySegment(ALL, outs + at + STEP, ORDER);
      }
    }
    long bytes = count * ELEMENT;
    long i = steps * (UNROLL * STEP);
    for (; i <= bytes - STEP; i += STEP) {
      Vector<Object> va = LOADS_A ? TYPE.cast(Blank.load(a + i)) : ra;
      Vector<Object> vb = LOADS_B ? TYPE.cast(Blank.load(b + i)) : rb;
      Vector<Object> vc = LOADS_C ? TYPE.cast(Blank.load(c + i)) : rc;
      TYPE.cast(Blank.apply(va, vb, vc)).intoMemorySegment(ALL, out + i, ORDER);
    }
    if (i < bytes) {
      VectorMask<Object> mask = SPECIES.indexInRange(0, (bytes - i) / ELEMENT);
      Vector<Object> va = LOADS_A ? TYPE.cast(Blank.load(a + i, mask)) : ra;
      Vector<Object> vb = LOADS_B ? TYPE.cast(Blank.load(b + i, mask)) : rb;
      Vector<Object> vc = LOADS_C ? TYPE.cast(Blank.load(c + i, mask)) : rc;
      TYPE.cast(Blank.apply(va, vb, vc)).intoMemorySegment(ALL, out + i, ORDER, mask);
    }
  }
}
