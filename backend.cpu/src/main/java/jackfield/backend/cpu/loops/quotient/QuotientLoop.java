package jackfield.backend.cpu.loops.quotient;

import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.template.Blank;
import jackfield.backend.cpu.loops.template.Template;
import jackfield.memory.HostBytes;
import jackfield.tensor.Scalar;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorSpecies;

/**
 * A template of loops of rounded quotients. A vector with a quotient that is too large for {@link
 * Quotients}, infinite or NaN is computed one by one, and so are the last elements.
 */
final class QuotientLoop implements PointwiseLoop {
  private static final VectorSpecies<Object> SPECIES = Template.species(MethodHandles.lookup());
  private static final int KIND = Template.number(MethodHandles.lookup(), 1);

  private static final Class<? extends Vector<Object>> TYPE = SPECIES.vectorType();
  private static final int LENGTH = SPECIES.length();
  private static final long STEP = SPECIES.vectorByteSize();
  private static final int ELEMENT = SPECIES.elementSize() / Byte.SIZE;
  private static final long MOST = 1 << 30; // elements, so that an int counts the vectors
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final MemorySegment ALL = HostBytes.ALL;

  QuotientLoop() {}

  @Override
  public void run(long out, long a, long b, long c, long count, Scalar... numbers) {
    for (long done = 0; done < count; done += MOST) {
      long at = done * ELEMENT;
      block(out + at, a + at, b + at, (int) Math.min(MOST, count - done), numbers[0]);
    }
  }

  private static void block(long out, long a, long b, int count, Scalar number) {
    Vector<Object> one = TYPE.cast(Blank.broadcast(number));
    int steps = count / LENGTH;
    long outs = out & Template.ADDRESS_BITS;
    long as = a & Template.ADDRESS_BITS;
    long bs = b & Template.ADDRESS_BITS;
    for (int k = 0; k < steps; k++) {
      Vector<Object> va = TYPE.cast(Blank.load(as + k * STEP));
      Vector<Object> vb = TYPE.cast(Blank.load(bs + k * STEP));
      if (Quotients.isExact(va, vb).allTrue()) {
        TYPE.cast(Blank.apply(va, vb, one)).intoMemorySegment(ALL, outs + k * STEP, ORDER);
      } else {
        ScalarQuotients.run(KIND, ELEMENT, outs + k * STEP, as + k * STEP, bs + k * STEP, LENGTH);
      }
    }
    long i = steps * STEP;
    ScalarQuotients.run(KIND, ELEMENT, out + i, a + i, b + i, count - steps * LENGTH);
  }
}
