package jackfield.backend.cpu.loops.window;

import jackfield.backend.cpu.loops.template.Blank;
import jackfield.backend.cpu.loops.template.Template;
import jackfield.memory.HostBytes;
import jackfield.tensor.Scalar;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** A template of loops that keep maxima and the taps that have them. */
final class TapMaximumLoop implements TapMaximum {
  private static final VectorSpecies<Object> SPECIES = Template.species(MethodHandles.lookup());

  private static final Class<? extends Vector<Object>> TYPE = SPECIES.vectorType();
  private static final long STEP = SPECIES.vectorByteSize();
  private static final long ELEMENT = SPECIES.elementSize() / Byte.SIZE;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final MemorySegment ALL = HostBytes.ALL;

  TapMaximumLoop() {}

  @Override
  public void run(long best, long chosen, long line, long count, Scalar tap) {
    Vector<Object> filled = TYPE.cast(Blank.broadcast(tap));
    long bytes = count * ELEMENT;
    long i = 0;
    for (; i <= bytes - STEP; i += STEP) {
      Vector<Object> found = TYPE.cast(Blank.load(line + i));
      Vector<Object> old = TYPE.cast(Blank.load(best + i));
      Vector<Object> taps = TYPE.cast(Blank.load(chosen + i));
      VectorMask<Object> isNan = found.compare(VectorOperators.NE, found);
      VectorMask<Object> isBetter = found.compare(VectorOperators.GT, old).or(isNan);
      TYPE.cast(old.blend(found, isBetter)).intoMemorySegment(ALL, best + i, ORDER);
      TYPE.cast(taps.blend(filled, isBetter)).intoMemorySegment(ALL, chosen + i, ORDER);
    }
    if (i < bytes) {
      VectorMask<Object> mask = SPECIES.indexInRange(0, (bytes - i) / ELEMENT);
      Vector<Object> found = TYPE.cast(Blank.load(line + i, mask));
      Vector<Object> old = TYPE.cast(Blank.load(best + i, mask));
      Vector<Object> taps = TYPE.cast(Blank.load(chosen + i, mask));
      VectorMask<Object> isNan = found.compare(VectorOperators.NE, found);
      VectorMask<Object> isBetter = found.compare(VectorOperators.GT, old).or(isNan);
      TYPE.cast(old.blend(found, isBetter)).intoMemorySegment(ALL, best + i, ORDER, mask);
      TYPE.cast(taps.blend(filled, isBetter)).intoMemorySegment(ALL, chosen + i, ORDER, mask);
    }
  }
}
