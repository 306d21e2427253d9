package jackfield.backend.cpu.elementwise;

import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;

/**
 * Runs a loop on matrices with short rows and on rows that are repeated for each row of a matrix,
 * such as a bias. A block has copies of the repeated row, so one loop runs over several rows.
 */
final class RepeatedRows {
  private static final int BLOCK = 1024; // elements; the copies stay in the first-level cache
  private static final int LONGEST = BLOCK / 2;
  private static final int FEWEST = 4;
  private static final int OPERANDS = 4;
  private static final long BLOCK_BYTES = (long) BLOCK * Long.BYTES;

  private final ElementwiseIterator it;
  private final DType[] types;
  private final PointwiseLoop loop;
  private final Scalar[] numbers;

  private RepeatedRows(
      ElementwiseIterator it, DType[] types, PointwiseLoop loop, Scalar[] numbers) {
    this.it = it;
    this.types = types;
    this.loop = loop;
    this.numbers = numbers;
  }

  /** Returns whether each operand is a matrix without gaps or a row that is repeated. */
  static boolean fits(ElementwiseIterator it, DType[] types) {
    if (it.rank() != 2 || it.size(0) > LONGEST || it.size(1) < FEWEST) {
      return false;
    }
    for (int operand = 0; operand < types.length; operand++) {
      int element = types[operand].sizeBytes();
      long step = it.strideBytes(operand, 1);
      boolean isKnown = step == it.size(0) * element || (step == 0 && operand > 0);
      if (types[operand].isHalf() || it.strideBytes(operand, 0) != element || !isKnown) {
        return false;
      }
    }
    return true;
  }

  /** Runs {@code loop} over all elements, for operands that {@linkplain #fits fit}. */
  static void run(
      ElementwiseIterator it,
      DType[] types,
      PointwiseLoop loop,
      Scalar[] numbers,
      Workspaces workspaces) {
    RepeatedRows rows = new RepeatedRows(it, types, loop, numbers);
    Parallel.range(
        it.size(1),
        Math.max(1, PointwiseKernel.GRAIN / it.size(0)),
        (from, to) -> workspaces.use(OPERANDS * BLOCK_BYTES, blocks -> rows.run(from, to, blocks)));
  }

  private void run(long from, long to, long blocks) {
    long wide = it.size(0);
    long high = Math.min(BLOCK / wide, to - from);
    long[] at = new long[OPERANDS];
    for (int operand = 1; operand < types.length; operand++) {
      if (isRepeated(operand)) {
        at[operand] = blocks + operand * BLOCK_BYTES;
        repeat(it.address(operand), at[operand], wide * types[operand].sizeBytes(), high);
      }
    }
    for (long row = from; row < to; row += high) {
      for (int operand = 0; operand < types.length; operand++) {
        if (!isRepeated(operand)) {
          at[operand] = it.address(operand) + row * it.strideBytes(operand, 1);
        }
      }
      loop.run(at[0], at[1], at[2], at[3], wide * Math.min(high, to - row), numbers);
    }
  }

  private boolean isRepeated(int operand) {
    return it.strideBytes(operand, 1) == 0;
  }

  /** Writes {@code times} copies of {@code bytes} bytes; each step doubles their number. */
  private static void repeat(long from, long to, long bytes, long times) {
    HostBytes.copy(from, to, bytes);
    for (long done = 1; done < times; done *= 2) {
      HostBytes.copy(to, to + done * bytes, Math.min(done, times - done) * bytes);
    }
  }
}
