package jackfield.backend.cpu.loops.matrix;

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

/**
 * A template of products of vectors with rows. Four accumulators hide the latency of additions;
 * four rows at a time save three of four passes over the output.
 */
final class VectorProductLoop implements VectorProduct {
  private static final VectorSpecies<Object> SPECIES = Template.species(MethodHandles.lookup());

  private static final Class<? extends Vector<Object>> TYPE = SPECIES.vectorType();
  private static final int LENGTH = SPECIES.length();
  private static final long STEP = SPECIES.vectorByteSize();
  private static final long ELEMENT = SPECIES.elementSize() / Byte.SIZE;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final MemorySegment ALL = HostBytes.ALL;

  VectorProductLoop() {}

  @Override
  public void dot(long a, long b, long count, long sums) {
    Vector<Object> sum0 = TYPE.cast(Blank.broadcast(0.0));
    Vector<Object> sum1 = sum0;
    Vector<Object> sum2 = sum0;
    Vector<Object> sum3 = sum0;
    long bytes = count * ELEMENT;
    long i = 0;
    for (; i <= bytes - 4 * STEP; i += 4 * STEP) {
      Vector<Object> a0 = TYPE.cast(Blank.load(a + i));
      sum0 = a0.lanewise(VectorOperators.FMA, Blank.load(b + i), sum0);
      Vector<Object> a1 = TYPE.cast(Blank.load(a + i + STEP));
      sum1 = a1.lanewise(VectorOperators.FMA, Blank.load(b + i + STEP), sum1);
      Vector<Object> a2 = TYPE.cast(Blank.load(a + i + 2 * STEP));
      sum2 = a2.lanewise(VectorOperators.FMA, Blank.load(b + i + 2 * STEP), sum2);
      Vector<Object> a3 = TYPE.cast(Blank.load(a + i + 3 * STEP));
      sum3 = a3.lanewise(VectorOperators.FMA, Blank.load(b + i + 3 * STEP), sum3);
    }
    for (; i <= bytes - STEP; i += STEP) {
      Vector<Object> rest = TYPE.cast(Blank.load(a + i));
      sum0 = rest.lanewise(VectorOperators.FMA, Blank.load(b + i), sum0);
    }
    if (i < bytes) {
      VectorMask<Object> mask = SPECIES.indexInRange(0, (bytes - i) / ELEMENT);
      Vector<Object> rest = TYPE.cast(Blank.load(a + i, mask));
      sum1 = rest.lanewise(VectorOperators.FMA, Blank.load(b + i, mask), sum1);
    }
    Vector<Object> first = TYPE.cast(sum0).lanewise(VectorOperators.ADD, sum1);
    Vector<Object> last = TYPE.cast(sum2).lanewise(VectorOperators.ADD, sum3);
    first.lanewise(VectorOperators.ADD, last).intoMemorySegment(ALL, sums, ORDER);
  }

  @Override
  public int sums() {
    return LENGTH;
  }

  @Override
  public void combine(
      long out, long row, long step, double f0, double f1, double f2, double f3, long count) {
    Vector<Object> v0 = TYPE.cast(Blank.broadcast(f0));
    Vector<Object> v1 = TYPE.cast(Blank.broadcast(f1));
    Vector<Object> v2 = TYPE.cast(Blank.broadcast(f2));
    Vector<Object> v3 = TYPE.cast(Blank.broadcast(f3));
    long row1 = row + step;
    long row2 = row1 + step;
    long row3 = row2 + step;
    long bytes = count * ELEMENT;
    long i = 0;
    for (; i <= bytes - STEP; i += STEP) {
      Vector<Object> sum = TYPE.cast(Blank.load(out + i));
      sum = TYPE.cast(v0.lanewise(VectorOperators.FMA, Blank.load(row + i), sum));
      sum = TYPE.cast(v1.lanewise(VectorOperators.FMA, Blank.load(row1 + i), sum));
      sum = TYPE.cast(v2.lanewise(VectorOperators.FMA, Blank.load(row2 + i), sum));
      sum = TYPE.cast(v3.lanewise(VectorOperators.FMA, Blank.load(row3 + i), sum));
      sum.intoMemorySegment(ALL, out + i, ORDER);
    }
    if (i < bytes) {
      VectorMask<Object> mask = SPECIES.indexInRange(0, (bytes - i) / ELEMENT);
      Vector<Object> sum = TYPE.cast(Blank.load(out + i, mask));
      sum = TYPE.cast(v0.lanewise(VectorOperators.FMA, Blank.load(row + i, mask), sum));
      sum = TYPE.cast(v1.lanewise(VectorOperators.FMA, Blank.load(row1 + i, mask), sum));
      sum = TYPE.cast(v2.lanewise(VectorOperators.FMA, Blank.load(row2 + i, mask), sum));
      sum = TYPE.cast(v3.lanewise(VectorOperators.FMA, Blank.load(row3 + i, mask), sum));
      sum.intoMemorySegment(ALL, out + i, ORDER, mask);
    }
  }
}
