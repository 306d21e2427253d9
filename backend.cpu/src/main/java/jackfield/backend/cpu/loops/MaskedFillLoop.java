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
 * A template of loops that replace elements of the first input where the booleans of the second are
 * true, by the number or by elements of the third.
 */
final class MaskedFillLoop implements PointwiseLoop {
  private static final VectorSpecies<Object> SPECIES = Template.species(MethodHandles.lookup());
  private static final boolean FILLS = Template.flag(MethodHandles.lookup(), 1);

  private static final Class<? extends Vector<Object>> TYPE = SPECIES.vectorType();
  private static final int LENGTH = SPECIES.length();
  private static final long ELEMENT = SPECIES.elementSize() / Byte.SIZE;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final MemorySegment ALL = HostBytes.ALL;

  MaskedFillLoop() {}

  @Override
  public void run(long out, long a, long b, long c, long count, Scalar... numbers) {
    Vector<Object> filled = TYPE.cast(Blank.broadcast(numbers[0]));
    long i = 0;
    for (; i <= count - LENGTH; i += LENGTH) {
      VectorMask<Object> wanted = VectorMask.fromLong(SPECIES, MaskBytes.at(b + i, LENGTH));
      Vector<Object> yes = FILLS ? filled : TYPE.cast(Blank.load(c + i * ELEMENT));
      Vector<Object> chosen = TYPE.cast(Blank.load(a + i * ELEMENT)).blend(yes, wanted);
      TYPE.cast(chosen).intoMemorySegment(ALL, out + i * ELEMENT, ORDER);
    }
    if (i < count) {
      int rest = (int) (count - i);
      VectorMask<Object> mask = SPECIES.indexInRange(0, rest);
      VectorMask<Object> wanted = VectorMask.fromLong(SPECIES, MaskBytes.at(b + i, rest));
      Vector<Object> yes = FILLS ? filled : TYPE.cast(Blank.load(c + i * ELEMENT, mask));
      Vector<Object> no = TYPE.cast(Blank.load(a + i * ELEMENT, mask));
      TYPE.cast(no.blend(yes, wanted)).intoMemorySegment(ALL, out + i * ELEMENT, ORDER, mask);
    }
  }
}
