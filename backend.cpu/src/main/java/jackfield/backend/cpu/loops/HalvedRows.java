package jackfield.backend.cpu.loops;

import jackfield.backend.cpu.loops.template.IntLanes;
import jackfield.memory.HostBytes;
import jackfield.tensor.Scalar;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * A loop over short rows whose input has every second element of 32 bits. Two vectors of the input
 * make one of the output. The second begins at an element that is skipped, so that it ends at the
 * last element that is copied and does not read beyond. The last vector of a row may overlap the
 * one before it, and so may the two halves of a row that is shorter than a vector.
 */
final class HalvedRows implements RowsLoop {
  private static final VectorSpecies<Integer> SPECIES = IntVector.SPECIES_PREFERRED;
  private static final int LANES = SPECIES.length();
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final MemorySegment ALL = HostBytes.ALL;

  /** The even lanes of the first vector, as the lower half. */
  private static final VectorShuffle<Integer> FIRST =
      VectorShuffle.fromOp(SPECIES, lane -> 2 * lane % LANES);

  /** The odd lanes of the second vector, as both halves. */
  private static final VectorShuffle<Integer> SECOND =
      VectorShuffle.fromOp(SPECIES, lane -> (2 * lane + 1) % LANES);

  private static final VectorMask<Integer> UPPER = SPECIES.indexInRange(-LANES / 2, LANES);

  private static final VectorMask<Integer> LOWER = SPECIES.indexInRange(0, LANES / 2);

  HalvedRows() {}

  @Override
  public void run(
      long out, long outStep, long a, long step, long rows, long columns, Scalar number) {
    int count = Math.toIntExact(columns);
    long from = a;
    long to = out;
    VectorMask<Integer> read = SPECIES.indexInRange(0, 2L * count - 1);
    VectorMask<Integer> written = SPECIES.indexInRange(0, count);
    for (long row = 0; row < rows; row++, from += step, to += outStep) {
      if (count >= LANES) {
        row(from, to, count);
      } else if (count > LANES / 2) {
        halves(from, to, count);
      } else {
        IntLanes.load(from, read).rearrange(FIRST).intoMemorySegment(ALL, to, ORDER, written);
      }
    }
  }

  private static void row(long from, long to, int count) {
    for (long i = 0; i < count; i += LANES) {
      long at = Math.min(i, count - LANES);
      long first = from + 8L * at;
      IntVector low = IntVector.fromMemorySegment(SPECIES, ALL, first, ORDER);
      long second = first + 4L * (LANES - 1);
      IntVector high = IntVector.fromMemorySegment(SPECIES, ALL, second, ORDER);
      low.rearrange(FIRST)
          .blend(high.rearrange(SECOND), UPPER)
          .intoMemorySegment(ALL, to + 4L * at, ORDER);
    }
  }

  private static void halves(long from, long to, int count) {
    IntVector low = IntVector.fromMemorySegment(SPECIES, ALL, from, ORDER);
    long last = from + 4L * (2 * count - 1 - LANES);
    IntVector high = IntVector.fromMemorySegment(SPECIES, ALL, last, ORDER);
    low.rearrange(FIRST).intoMemorySegment(ALL, to, ORDER, LOWER);
    high.rearrange(SECOND).intoMemorySegment(ALL, to + 4L * (count - LANES / 2), ORDER, LOWER);
  }
}
