package jackfield.backend.cpu.elementwise;

import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.matrix.TransposedCopy;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import java.util.Arrays;

/**
 * Runs a loop for operands without gaps on operands of which some are adjacent along the second
 * loop, such as a transposed matrix. Tiles of them are transposed into blocks and back.
 */
final class TransposedRows {
  private static final int WIDTH = 64; // elements of a tile along the first loop
  private static final int SMALLEST = 8;
  private static final int OPERANDS = 4;
  // Beside a tile of an input, the block of one operand fits the first-level cache.
  private static final long BLOCK_BYTES = 16 << 10;
  private static final ByType<TransposedCopy> COPIES = new ByType<>(TransposedCopy::new);

  private final ElementwiseIterator it;
  private final DType[] types;
  private final PointwiseLoop loop;
  private final Scalar[] numbers;

  private TransposedRows(
      ElementwiseIterator it, DType[] types, PointwiseLoop loop, Scalar[] numbers) {
    this.it = it;
    this.types = types;
    this.loop = loop;
    this.numbers = numbers;
  }

  /**
   * Returns whether each operand is adjacent along the first or the second loop, and one is not
   * along the first.
   */
  static boolean fits(ElementwiseIterator it, DType[] types) {
    if (it.rank() < 2 || it.size(0) < SMALLEST || it.size(1) < SMALLEST) {
      return false;
    }
    boolean isOneTransposed = false;
    for (int operand = 0; operand < types.length; operand++) {
      int element = types[operand].sizeBytes();
      if (types[operand].isHalf()) {
        return false;
      }
      if (it.strideBytes(operand, 0) != element) {
        isOneTransposed = true;
        boolean isMovable = element == Integer.BYTES || element == Long.BYTES;
        if (!isMovable || it.strideBytes(operand, 1) != element) {
          return false;
        }
      }
    }
    return isOneTransposed;
  }

  /** Runs {@code loop} over all elements, for operands that {@linkplain #fits fit}. */
  static void run(
      ElementwiseIterator it,
      DType[] types,
      PointwiseLoop loop,
      Scalar[] numbers,
      Workspaces workspaces) {
    long height = BLOCK_BYTES / WIDTH / largest(types);
    long strips = Math.ceilDiv(it.size(1), height);
    long matrices = it.count() / (it.size(0) * it.size(1));
    TransposedRows rows = new TransposedRows(it, types, loop, numbers);
    Parallel.range(
        matrices * strips,
        Math.max(1, PointwiseKernel.GRAIN / (it.size(0) * height)),
        (from, to) ->
            workspaces.use(
                OPERANDS * BLOCK_BYTES,
                blocks -> {
                  for (long strip = from; strip < to; strip++) {
                    rows.strip(strip / strips, strip % strips * height, height, blocks);
                  }
                }));
  }

  private static int largest(DType[] types) {
    return Arrays.stream(types).mapToInt(DType::sizeBytes).max().orElseThrow();
  }

  /** Runs over the rows from {@code first} of one matrix of the outer loops. */
  private void strip(long matrix, long first, long height, long blocks) {
    long high = Math.min(height, it.size(1) - first);
    long[] tile = new long[types.length];
    long[] at = new long[OPERANDS];
    for (long column = 0; column < it.size(0); column += WIDTH) {
      for (int operand = 0; operand < tile.length; operand++) {
        tile[operand] =
            CopyKernel.address(it, operand, matrix, first) + column * it.strideBytes(operand, 0);
      }
      tile(tile, at, blocks, Math.min(WIDTH, it.size(0) - column), high);
    }
  }

  private void tile(long[] tile, long[] at, long blocks, long wide, long high) {
    boolean isDense = true; // rows follow each other without gaps, so one loop runs over all
    for (int operand = 0; operand < tile.length; operand++) {
      int element = types[operand].sizeBytes();
      if (!isTransposed(operand)) {
        isDense &= high == 1 || it.strideBytes(operand, 1) == wide * element;
      } else if (operand > 0) {
        copy(operand)
            .run(
                tile[operand],
                it.strideBytes(operand, 0),
                block(operand, blocks),
                wide * element,
                wide,
                high);
      }
    }
    long rows = isDense ? 1 : high;
    for (long row = 0; row < rows; row++) {
      for (int operand = 0; operand < tile.length; operand++) {
        at[operand] =
            isTransposed(operand)
                ? block(operand, blocks) + row * wide * types[operand].sizeBytes()
                : tile[operand] + row * it.strideBytes(operand, 1);
      }
      loop.run(at[0], at[1], at[2], at[3], isDense ? wide * high : wide, numbers);
    }
    if (isTransposed(0)) {
      copy(0)
          .run(
              block(0, blocks),
              wide * types[0].sizeBytes(),
              tile[0],
              it.strideBytes(0, 0),
              high,
              wide);
    }
  }

  private boolean isTransposed(int operand) {
    return it.strideBytes(operand, 0) != types[operand].sizeBytes();
  }

  private TransposedCopy copy(int operand) {
    return COPIES.of(SelectionKernel.integerOf(types[operand].sizeBytes()));
  }

  private static long block(int operand, long blocks) {
    return blocks + operand * BLOCK_BYTES;
  }
}
