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
 * A template of loops that select between the second and third input by the booleans of the first.
 */
final class SelectionLoop implements PointwiseLoop {
  private static final VectorSpecies<Object> SPECIES = Template.species(MethodHandles.lookup());

  private static final Class<? extends Vector<Object>> TYPE = SPECIES.vectorType();
  private static final int LENGTH = SPECIES.length();
  private static final long ELEMENT = SPECIES.elementSize() / Byte.SIZE;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final MemorySegment ALL = HostBytes.ALL;

  SelectionLoop() {}

  @Override
  public void run(long out, long a, long b, long c, long count, Scalar... numbers) {
    long i = 0;
    for (; i <= count - 2L * LENGTH; i += 2L * LENGTH) {
      long next = i + LENGTH;
      VectorMask<Object> wanted = VectorMask.fromLong(SPECIES, MaskBytes.at(a + i, LENGTH));
      VectorMask<Object> more = VectorMask.fromLong(SPECIES, MaskBytes.at(a + next, LENGTH));
      Vector<Object> chosen =
          TYPE.cast(Blank.load(c + i * ELEMENT))
              .blend(TYPE.cast(Blank.load(b + i * ELEMENT)), wanted);
      Vector<Object> others =
          TYPE.cast(Blank.load(c + next * ELEMENT))
              .blend(TYPE.cast(Blank.load(b + next * ELEMENT)), more);
      TYPE.cast(chosen).intoMemorySegment(ALL, out + i * ELEMENT, ORDER);
      TYPE.cast(others).intoMemorySegment(ALL, out + next * ELEMENT, ORDER);
    }
    if (i <= count - LENGTH) {
      VectorMask<Object> wanted = VectorMask.fromLong(SPECIES, MaskBytes.at(a + i, LENGTH));
      Vector<Object> chosen =
          TYPE.cast(Blank.load(c + i * ELEMENT))
              .blend(TYPE.cast(Blank.load(b + i * ELEMENT)), wanted);
      TYPE.cast(chosen).intoMemorySegment(ALL, out + i * ELEMENT, ORDER);
      i += LENGTH;
    }
    if (i < count) {
      int rest = (int) (count - i);
      VectorMask<Object> mask = SPECIES.indexInRange(0, rest);
      VectorMask<Object> wanted = VectorMask.fromLong(SPECIES, MaskBytes.at(a + i, rest));
      Vector<Object> yes = TYPE.cast(Blank.load(b + i * ELEMENT, mask));
      Vector<Object> no = TYPE.cast(Blank.load(c + i * ELEMENT, mask));
      TYPE.cast(no.blend(yes, wanted)).intoMemorySegment(ALL, out + i * ELEMENT, ORDER, mask);
    }
  }
}
