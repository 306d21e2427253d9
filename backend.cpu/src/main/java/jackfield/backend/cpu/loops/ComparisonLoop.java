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

  private static final Class<? extends Vector<Object>> TYPE = SPECIES.vectorType();
  private static final int LENGTH = SPECIES.length();
  private static final long ELEMENT = SPECIES.elementSize() / Byte.SIZE;

  ComparisonLoop() {}

  @Override
  public void run(long out, long a, long b, long c, long count, Scalar number) {
    long i = 0;
    for (; i <= count - 2L * LENGTH; i += 2L * LENGTH) {
      long next = i + LENGTH;
      VectorMask<Object> found =
          Blank.test(
              TYPE.cast(Blank.load(a + i * ELEMENT)), TYPE.cast(Blank.load(b + i * ELEMENT)));
      VectorMask<Object> more =
          Blank.test(
              TYPE.cast(Blank.load(a + next * ELEMENT)), TYPE.cast(Blank.load(b + next * ELEMENT)));
      MaskBytes.put(out + i, found.toLong(), LENGTH);
      MaskBytes.put(out + next, more.toLong(), LENGTH);
    }
    if (i <= count - LENGTH) {
      VectorMask<Object> found =
          Blank.test(
              TYPE.cast(Blank.load(a + i * ELEMENT)), TYPE.cast(Blank.load(b + i * ELEMENT)));
      MaskBytes.put(out + i, found.toLong(), LENGTH);
      i += LENGTH;
    }
    if (i < count) {
      int rest = (int) (count - i);
      VectorMask<Object> mask = SPECIES.indexInRange(0, rest);
      Vector<Object> va = TYPE.cast(Blank.load(a + i * ELEMENT, mask));
      Vector<Object> vb = TYPE.cast(Blank.load(b + i * ELEMENT, mask));
      MaskBytes.put(out + i, Blank.test(va, vb).toLong(), rest);
    }
  }
}
