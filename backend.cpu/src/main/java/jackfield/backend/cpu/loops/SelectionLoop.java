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
 * The second and the third may be one repeated element.
 */
final class SelectionLoop implements PointwiseLoop {
  private static final VectorSpecies<Object> SPECIES = Template.species(MethodHandles.lookup());
  private static final int REPEATED = Template.number(MethodHandles.lookup(), 1);

  private static final Class<? extends Vector<Object>> TYPE = SPECIES.vectorType();
  private static final int LENGTH = SPECIES.length();
  private static final long ELEMENT = SPECIES.elementSize() / Byte.SIZE;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final MemorySegment ALL = HostBytes.ALL;

  private static final boolean REPEATS_B = (REPEATED & PointwiseLoop.B) != 0;
  private static final boolean REPEATS_C = (REPEATED & PointwiseLoop.C) != 0;

  SelectionLoop() {}

  @Override
  public void run(long out, long a, long b, long c, long count, Scalar... numbers) {
    Vector<Object> rb = REPEATS_B ? TYPE.cast(Blank.broadcastAt(b)) : null;
    Vector<Object> rc = REPEATS_C ? TYPE.cast(Blank.broadcastAt(c)) : null;
    long i = 0;
    for (; i <= count - 2L * LENGTH; i += 2L * LENGTH) {
      long next = i + LENGTH;
      VectorMask<Object> wanted = VectorMask.fromLong(SPECIES, MaskBytes.at(a + i, LENGTH));
      VectorMask<Object> more = VectorMask.fromLong(SPECIES, MaskBytes.at(a + next, LENGTH));
      Vector<Object> vb = REPEATS_B ? rb : TYPE.cast(Blank.load(b + i * ELEMENT));
      Vector<Object> vc = REPEATS_C ? rc : TYPE.cast(Blank.load(c + i * ELEMENT));
      Vector<Object> wb = REPEATS_B ? rb : TYPE.cast(Blank.load(b + next * ELEMENT));
      Vector<Object> wc = REPEATS_C ? rc : TYPE.cast(Blank.load(c + next * ELEMENT));
      Vector<Object> chosen = TYPE.cast(vc).blend(TYPE.cast(vb), wanted);
      Vector<Object> others = TYPE.cast(wc).blend(TYPE.cast(wb), more);
      TYPE.cast(chosen).intoMemorySegment(ALL, out + i * ELEMENT, ORDER);
      TYPE.cast(others).intoMemorySegment(ALL, out + next * ELEMENT, ORDER);
    }
    if (i <= count - LENGTH) {
      VectorMask<Object> wanted = VectorMask.fromLong(SPECIES, MaskBytes.at(a + i, LENGTH));
      Vector<Object> vb = REPEATS_B ? rb : TYPE.cast(Blank.load(b + i * ELEMENT));
      Vector<Object> vc = REPEATS_C ? rc : TYPE.cast(Blank.load(c + i * ELEMENT));
      Vector<Object> chosen = TYPE.cast(vc).blend(TYPE.cast(vb), wanted);
      TYPE.cast(chosen).intoMemorySegment(ALL, out + i * ELEMENT, ORDER);
      i += LENGTH;
    }
    if (i < count) {
      int rest = (int) (count - i);
      VectorMask<Object> mask = SPECIES.indexInRange(0, rest);
      VectorMask<Object> wanted = VectorMask.fromLong(SPECIES, MaskBytes.at(a + i, rest));
      Vector<Object> yes = REPEATS_B ? rb : TYPE.cast(Blank.load(b + i * ELEMENT, mask));
      Vector<Object> no = REPEATS_C ? rc : TYPE.cast(Blank.load(c + i * ELEMENT, mask));
      TYPE.cast(TYPE.cast(no).blend(yes, wanted))
          .intoMemorySegment(ALL, out + i * ELEMENT, ORDER, mask);
    }
  }
}
