package jackfield.backend.cpu.loops;

import jackfield.backend.cpu.loops.template.Blank;
import jackfield.backend.cpu.loops.template.Template;
import jackfield.memory.HostBytes;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** A template of loops that normalize elements. */
final class NormalizedVectors implements NormalizingLoop {
  private static final VectorSpecies<Object> SPECIES = Template.species(MethodHandles.lookup());

  private static final Class<? extends Vector<Object>> TYPE = SPECIES.vectorType();
  private static final long STEP = SPECIES.vectorByteSize();
  private static final long ELEMENT = SPECIES.elementSize() / Byte.SIZE;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final MemorySegment ALL = HostBytes.ALL;

  NormalizedVectors() {}

  @Override
  public void run(
      long out, long a, long weight, long bias, long count, double mean, double factor) {
    Vector<Object> means = TYPE.cast(Blank.broadcast(mean));
    Vector<Object> factors = TYPE.cast(Blank.broadcast(factor));
    long bytes = count * ELEMENT;
    long i = 0;
    for (; i <= bytes - STEP; i += STEP) {
      Vector<Object> va = TYPE.cast(Blank.load(a + i));
      Vector<Object> normal = va.sub(means).mul(factors);
      Vector<Object> vw = TYPE.cast(Blank.load(weight + i));
      Vector<Object> vb = TYPE.cast(Blank.load(bias + i));
      Vector<Object> made = TYPE.cast(normal).lanewise(VectorOperators.FMA, vw, vb);
      TYPE.cast(made).intoMemorySegment(ALL, out + i, ORDER);
    }
    if (i < bytes) {
      VectorMask<Object> mask = SPECIES.indexInRange(0, (bytes - i) / ELEMENT);
      Vector<Object> va = TYPE.cast(Blank.load(a + i, mask));
      Vector<Object> normal = va.sub(means).mul(factors);
      Vector<Object> vw = TYPE.cast(Blank.load(weight + i, mask));
      Vector<Object> vb = TYPE.cast(Blank.load(bias + i, mask));
      Vector<Object> made = TYPE.cast(normal).lanewise(VectorOperators.FMA, vw, vb);
      TYPE.cast(made).intoMemorySegment(ALL, out + i, ORDER, mask);
    }
  }
}
