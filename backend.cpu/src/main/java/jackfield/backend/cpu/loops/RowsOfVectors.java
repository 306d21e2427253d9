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

/** A template of loops over short rows. */
final class RowsOfVectors implements RowsLoop {
  private static final VectorSpecies<Object> SPECIES = Template.species(MethodHandles.lookup());

  private static final Class<? extends Vector<Object>> TYPE = SPECIES.vectorType();
  private static final long STEP = SPECIES.vectorByteSize();
  private static final long ELEMENT = SPECIES.elementSize() / Byte.SIZE;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final MemorySegment ALL = HostBytes.ALL;

  RowsOfVectors() {}

  @Override
  public void run(
      long out, long outStep, long a, long step, long rows, long columns, Scalar number) {
    Vector<Object> filled = TYPE.cast(Blank.broadcast(number));
    long bytes = columns * ELEMENT;
    long whole = bytes / STEP * STEP;
    VectorMask<Object> mask = SPECIES.indexInRange(0, (bytes - whole) / ELEMENT);
    long from = a;
    long to = out;
    for (long row = 0; row < rows; row++, from += step, to += outStep) {
      for (long i = 0; i < whole; i += STEP) {
        Vector<Object> va = TYPE.cast(Blank.load(from + i));
        TYPE.cast(Blank.apply(va, va, filled)).intoMemorySegment(ALL, to + i, ORDER);
      }
      if (whole < bytes) {
        Vector<Object> va = TYPE.cast(Blank.load(from + whole, mask));
        TYPE.cast(Blank.apply(va, va, filled)).intoMemorySegment(ALL, to + whole, ORDER, mask);
      }
    }
  }
}
