package jackfield.backend.cpu.loops;

import jackfield.backend.cpu.loops.template.Blank;
import jackfield.backend.cpu.loops.template.Template;
import jackfield.tensor.Scalar;
import java.lang.invoke.MethodHandles;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/** A template of loops from two inputs to booleans. */
final class ComparisonLoop implements PointwiseLoop {
  private static final VectorSpecies<Object> SPECIES = Template.species(MethodHandles.lookup());

  private static final int INPUTS = Template.number(MethodHandles.lookup(), 1);

  private static final Class<? extends Vector<Object>> TYPE = SPECIES.vectorType();
  private static final int LENGTH = SPECIES.length();
  private static final long ELEMENT = SPECIES.elementSize() / Byte.SIZE;

  ComparisonLoop() {}

  @Override
  public void run(long out, long a, long b, long c, long count, Scalar... numbers) {
    long i = 0;
    for (; i <= count - 2L * LENGTH; i += 2L * LENGTH) {
      long next = i + LENGTH;
      Vector<Object> va = TYPE.cast(Blank.load(a + i * ELEMENT));
      Vector<Object> vb = INPUTS > 1 ? TYPE.cast(Blank.load(b + i * ELEMENT)) : va;
      Vector<Object> wa = TYPE.cast(Blank.load(a + next * ELEMENT));
      Vector<Object> wb = INPUTS > 1 ? TYPE.cast(Blank.load(b + next * ELEMENT)) : wa;
      VectorMask<Object> found = Blank.test(va, vb);
      VectorMask<Object> more = Blank.test(wa, wb);
      MaskBytes.put(out + i, found.toLong(), LENGTH);
      MaskBytes.put(out + next, more.toLong(), LENGTH);
    }
    if (i <= count - LENGTH) {
      Vector<Object> va = TYPE.cast(Blank.load(a + i * ELEMENT));
      Vector<Object> vb = INPUTS > 1 ? TYPE.cast(Blank.load(b + i * ELEMENT)) : va;
      VectorMask<Object> found = Blank.test(va, vb);
      MaskBytes.put(out + i, found.toLong(), LENGTH);
      i += LENGTH;
    }
    if (i < count) {
      int rest = (int) (count - i);
      VectorMask<Object> mask = SPECIES.indexInRange(0, rest);
      Vector<Object> va = TYPE.cast(Blank.load(a + i * ELEMENT, mask));
      Vector<Object> vb = INPUTS > 1 ? TYPE.cast(Blank.load(b + i * ELEMENT, mask)) : va;
      MaskBytes.put(out + i, Blank.test(va, vb).toLong(), rest);
    }
  }
}
