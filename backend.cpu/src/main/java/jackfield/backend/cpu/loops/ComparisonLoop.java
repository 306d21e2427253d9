package jackfield.backend.cpu.loops;

import jackfield.backend.cpu.loops.template.Blank;
import jackfield.backend.cpu.loops.template.Template;
import jackfield.tensor.Scalar;
import java.lang.invoke.MethodHandles;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/** A template of loops from two inputs to booleans. An input may be one repeated element. */
final class ComparisonLoop implements PointwiseLoop {
  private static final VectorSpecies<Object> SPECIES = Template.species(MethodHandles.lookup());

  private static final int INPUTS = Template.number(MethodHandles.lookup(), 1);
  private static final int REPEATED = Template.number(MethodHandles.lookup(), 2);

  private static final Class<? extends Vector<Object>> TYPE = SPECIES.vectorType();
  private static final int LENGTH = SPECIES.length();
  private static final long ELEMENT = SPECIES.elementSize() / Byte.SIZE;

  private static final boolean REPEATS_A = (REPEATED & PointwiseLoop.A) != 0;
  private static final boolean REPEATS_B = (REPEATED & PointwiseLoop.B) != 0;

  ComparisonLoop() {}

  @Override
  public void run(long out, long a, long b, long c, long count, Scalar... numbers) {
    Vector<Object> ra = REPEATS_A ? TYPE.cast(Blank.broadcastAt(a)) : null;
    Vector<Object> rb = REPEATS_B ? TYPE.cast(Blank.broadcastAt(b)) : null;
    long i = 0;
    for (; i <= count - 2L * LENGTH; i += 2L * LENGTH) {
      long next = i + LENGTH;
      Vector<Object> va = REPEATS_A ? ra : TYPE.cast(Blank.load(a + i * ELEMENT));
      Vector<Object> vb = REPEATS_B ? rb : INPUTS > 1 ? TYPE.cast(Blank.load(b + i * ELEMENT)) : va;
      Vector<Object> wa = REPEATS_A ? ra : TYPE.cast(Blank.load(a + next * ELEMENT));
      Vector<Object> wb =
          REPEATS_B ? rb : INPUTS > 1 ? TYPE.cast(Blank.load(b + next * ELEMENT)) : wa;
      VectorMask<Object> found = Blank.test(va, vb);
      VectorMask<Object> more = Blank.test(wa, wb);
      MaskBytes.put(out + i, found.toLong(), LENGTH);
      MaskBytes.put(out + next, more.toLong(), LENGTH);
    }
    if (i <= count - LENGTH) {
      Vector<Object> va = REPEATS_A ? ra : TYPE.cast(Blank.load(a + i * ELEMENT));
      Vector<Object> vb = REPEATS_B ? rb : INPUTS > 1 ? TYPE.cast(Blank.load(b + i * ELEMENT)) : va;
      VectorMask<Object> found = Blank.test(va, vb);
      MaskBytes.put(out + i, found.toLong(), LENGTH);
      i += LENGTH;
    }
    if (i < count) {
      int rest = (int) (count - i);
      VectorMask<Object> mask = SPECIES.indexInRange(0, rest);
      Vector<Object> va = REPEATS_A ? ra : TYPE.cast(Blank.load(a + i * ELEMENT, mask));
      Vector<Object> vb =
          REPEATS_B ? rb : INPUTS > 1 ? TYPE.cast(Blank.load(b + i * ELEMENT, mask)) : va;
      MaskBytes.put(out + i, Blank.test(va, vb).toLong(), rest);
    }
  }
}
