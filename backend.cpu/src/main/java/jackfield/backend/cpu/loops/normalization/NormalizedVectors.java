package jackfield.backend.cpu.loops.normalization;

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
  private static final long MOST = 1 << 30; // elements, so that an int counts the vectors
  private static final int LENGTH = SPECIES.length();
  private static final long STEP = SPECIES.vectorByteSize();
  private static final long ELEMENT = SPECIES.elementSize() / Byte.SIZE;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final MemorySegment ALL = HostBytes.ALL;

  NormalizedVectors() {}

  @Override
  public void run(
      long out, long a, long weight, long bias, long count, double mean, double factor) {
    if (count > MOST) {
      run(out, a, weight, bias, MOST, mean, factor);
      long done = MOST * ELEMENT;
      run(out + done, a + done, weight + done, bias + done, count - MOST, mean, factor);
      return;
    }
    Vector<Object> means = TYPE.cast(Blank.broadcast(mean));
    Vector<Object> factors = TYPE.cast(Blank.broadcast(factor));
    int steps = (int) count / LENGTH;
    long outs = out & Template.ADDRESS_BITS;
    long as = a & Template.ADDRESS_BITS;
    long weights = weight & Template.ADDRESS_BITS;
    long biases = bias & Template.ADDRESS_BITS;
    for (int k = 0; k < steps; k++) {
      Vector<Object> va = TYPE.cast(Blank.load(as + k * STEP));
      Vector<Object> normal = va.sub(means).mul(factors);
      Vector<Object> vw = TYPE.cast(Blank.load(weights + k * STEP));
      Vector<Object> vb = TYPE.cast(Blank.load(biases + k * STEP));
      Vector<Object> made = TYPE.cast(normal).lanewise(VectorOperators.FMA, vw, vb);
      TYPE.cast(made).intoMemorySegment(ALL, outs + k * STEP, ORDER);
    }
    long bytes = count * ELEMENT;
    long i = steps * STEP;
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
