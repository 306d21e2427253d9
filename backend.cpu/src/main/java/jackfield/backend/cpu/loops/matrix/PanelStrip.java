package jackfield.backend.cpu.loops.matrix;

import jackfield.backend.cpu.loops.template.Blank;
import jackfield.backend.cpu.loops.template.Template;
import jackfield.memory.HostBytes;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorSpecies;

/** A template of loops that copy rows of two vectors. */
final class PanelStrip implements StripLoop {
  private static final VectorSpecies<Object> SPECIES = Template.species(MethodHandles.lookup());

  private static final Class<? extends Vector<Object>> TYPE = SPECIES.vectorType();
  private static final long STEP = SPECIES.vectorByteSize();
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final MemorySegment ALL = HostBytes.ALL;

  PanelStrip() {}

  @Override
  public void move(long from, long step, long depth, long panel) {
    long source = from;
    long target = panel;
    for (long k = 0; k < depth; k++, source += step, target += 2 * STEP) {
      TYPE.cast(Blank.load(source)).intoMemorySegment(ALL, target, ORDER);
      TYPE.cast(Blank.load(source + STEP)).intoMemorySegment(ALL, target + STEP, ORDER);
    }
  }
}
