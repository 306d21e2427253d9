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
 * A template of loops from up to three inputs and three numbers to an output of the same type.
 * Inputs and numbers that the operation does not have repeat the last one.
 */
final class FormulaLoop implements PointwiseLoop {
  private static final VectorSpecies<Object> SPECIES = Template.species(MethodHandles.lookup());
  private static final int INPUTS = Template.number(MethodHandles.lookup(), 1);

  private static final Class<? extends Vector<Object>> TYPE = SPECIES.vectorType();
  private static final int LENGTH = SPECIES.length();
  private static final long STEP = SPECIES.vectorByteSize();
  private static final long ELEMENT = SPECIES.elementSize() / Byte.SIZE;
  private static final long MOST = 1 << 30; // elements, so that an int counts the vectors
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final MemorySegment ALL = HostBytes.ALL;

  FormulaLoop() {}

  @Override
  public void run(long out, long a, long b, long c, long count, Scalar... numbers) {
    int last = numbers.length - 1;
    for (long done = 0; done < count; done += MOST) {
      long at = done * ELEMENT;
      block(
          out + at,
          a + at,
          b + at,
          c + at,
          (int) Math.min(MOST, count - done),
          numbers[0],
          numbers[Math.min(1, last)],
          numbers[last]);
    }
  }

  private void block(
      long out, long a, long b, long c, int count, Scalar first, Scalar second, Scalar third) {
    Vector<Object> x = TYPE.cast(Blank.broadcast(first));
    Vector<Object> y = TYPE.cast(Blank.broadcast(second));
    Vector<Object> z = TYPE.cast(Blank.broadcast(third));
    int steps = count / LENGTH;
    long outs = out & Template.ADDRESS_BITS;
    long as = a & Template.ADDRESS_BITS;
    long bs = b & Template.ADDRESS_BITS;
    long cs = c & Template.ADDRESS_BITS;
    for (int k = 0; k < steps; k++) {
      Vector<Object> va = TYPE.cast(Blank.load(as + k * STEP));
      Vector<Object> vb = INPUTS > 1 ? TYPE.cast(Blank.load(bs + k * STEP)) : va;
      Vector<Object> vc = INPUTS > 2 ? TYPE.cast(Blank.load(cs + k * STEP)) : vb;
      TYPE.cast(Blank.apply(va, vb, vc, x, y, z)).intoMemorySegment(ALL, outs + k * STEP, ORDER);
    }
    long i = steps * STEP;
    if (steps * LENGTH < count) {
      VectorMask<Object> mask = SPECIES.indexInRange(0, count - steps * LENGTH);
      Vector<Object> va = TYPE.cast(Blank.load(a + i, mask));
      Vector<Object> vb = INPUTS > 1 ? TYPE.cast(Blank.load(b + i, mask)) : va;
      Vector<Object> vc = INPUTS > 2 ? TYPE.cast(Blank.load(c + i, mask)) : vb;
      TYPE.cast(Blank.apply(va, vb, vc, x, y, z)).intoMemorySegment(ALL, out + i, ORDER, mask);
    }
  }
}
