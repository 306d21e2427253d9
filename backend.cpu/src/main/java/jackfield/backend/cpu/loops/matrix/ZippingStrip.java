package jackfield.backend.cpu.loops.matrix;

import jackfield.backend.cpu.loops.template.Blank;
import jackfield.backend.cpu.loops.template.Template;
import jackfield.memory.HostBytes;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * A template of loops that exchange rows and columns. Zipping rows 0 and 2, and rows 1 and 3, and
 * then both results puts the four numbers of each column next to each other. A mask stores four
 * numbers at a time.
 */
final class ZippingStrip implements StripLoop {
  private static final VectorSpecies<Object> SPECIES = Template.species(MethodHandles.lookup());

  private static final Class<? extends Vector<Object>> TYPE = SPECIES.vectorType();
  private static final VectorShuffle<Object> LOW = VectorShuffle.makeZip(SPECIES, 0);
  private static final VectorShuffle<Object> HIGH = VectorShuffle.makeZip(SPECIES, 1);
  private static final int LENGTH = SPECIES.length();
  private static final long STEP = SPECIES.vectorByteSize();
  private static final long ELEMENT = SPECIES.elementSize() / Byte.SIZE;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final MemorySegment ALL = HostBytes.ALL;

  ZippingStrip() {}

  @Override
  public void move(long from, long step, long depth, long panel) {
    long source = from;
    long target = panel;
    for (long k = 0; k < depth; k++, source += step, target += 2 * STEP) {
      TYPE.cast(Blank.load(source)).intoMemorySegment(ALL, target, ORDER);
      TYPE.cast(Blank.load(source + STEP)).intoMemorySegment(ALL, target + STEP, ORDER);
    }
  }

  @Override
  public long transpose(long from, long step, long depth, long panel, long panelStep) {
    long done = 0;
    long last =
        LENGTH < ROWS
            ? -1
            : depth - LENGTH; // with the shortest vectors of two doubles there are none
    for (; done <= last; done += LENGTH) {
      long at = from + done * ELEMENT;
      Vector<Object> row0 = TYPE.cast(Blank.load(at));
      Vector<Object> row1 = TYPE.cast(Blank.load(at + step));
      Vector<Object> row2 = TYPE.cast(Blank.load(at + 2 * step));
      Vector<Object> row3 = TYPE.cast(Blank.load(at + 3 * step));
      Vector<Object> even0 = TYPE.cast(row0.rearrange(LOW, row2));
      Vector<Object> even1 = TYPE.cast(row0.rearrange(HIGH, row2));
      Vector<Object> odd0 = row1.rearrange(LOW, row3);
      Vector<Object> odd1 = row1.rearrange(HIGH, row3);
      long to = panel + done * panelStep;
      long quarter = LENGTH / ROWS * panelStep;
      Vector<Object> zip0 = TYPE.cast(even0.rearrange(LOW, odd0));
      Vector<Object> zip1 = TYPE.cast(even0.rearrange(HIGH, odd0));
      Vector<Object> zip2 = TYPE.cast(even1.rearrange(LOW, odd1));
      Vector<Object> zip3 = TYPE.cast(even1.rearrange(HIGH, odd1));
      for (int four = 0; four < LENGTH / ROWS; four++) {
        VectorMask<Object> mask = VectorMask.fromLong(SPECIES, 0xFL << (four * ROWS));
        // The lanes before the four are masked out, so the address is that of lane 0.
        long lane0 = to + four * (panelStep - ROWS * ELEMENT);
        zip0.intoMemorySegment(ALL, lane0, ORDER, mask);
        zip1.intoMemorySegment(ALL, lane0 + quarter, ORDER, mask);
        zip2.intoMemorySegment(ALL, lane0 + 2 * quarter, ORDER, mask);
        zip3.intoMemorySegment(ALL, lane0 + 3 * quarter, ORDER, mask);
      }
    }
    return done;
  }
}
