package jackfield.backend.cpu.elementwise;

import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.aten.kernel.Row;
import jackfield.backend.cpu.loops.RowsLoop;
import jackfield.backend.cpu.loops.matrix.TransposedCopy;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.memory.DenseCopy;
import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;

/**
 * The kernel of {@code copy_}, the only kernel whose input and output have different types.
 * Elements of four and eight bytes that change between rows and columns are copied by blocks.
 *
 * <p>Where the copy does not do so by itself, a strip of rows is transposed in scratch memory. From
 * there each line of the output's cache is written once and whole: lines at a distance of a power
 * of two share a few places in the cache, and would leave it before a second write.
 */
public final class CopyKernel {
  private static final int SMALLEST = 8; // rows and columns that are worth a block
  private static final long STRIP = 16; // rows, of one or two lines of the cache

  private final ByType<TransposedCopy> transposed = new ByType<>(TransposedCopy::new);
  private final ByType<RowsLoop> rows = RowsLoop.copy();
  private final Workspaces workspaces;

  /** Creates the kernel. */
  public CopyKernel(Workspaces workspaces) {
    this.workspaces = workspaces;
  }

  /** Copies elements and converts them. */
  public void run(ElementwiseIterator it, boolean nonBlocking) {
    DType from = it.type(1);
    DType to = it.type(0);
    if (it.isContiguous() && from == to) {
      DenseCopy.run(it.address(1), it.address(0), it.count() * to.sizeBytes());
    } else if (from == to && isTransposed(it)) {
      runTransposed(it);
    } else {
      Row row =
          (at, step, count) -> StridedCopy.copy(from, at[1], step[1], to, at[0], step[0], count);
      Parallel.range(
          it.count(), PointwiseKernel.GRAIN, (first, last) -> it.forEachRow(first, last, row));
    }
  }

  /** Returns whether the output is adjacent along the first loop and the input along the second. */
  private static boolean isTransposed(ElementwiseIterator it) {
    int element = it.type(0).sizeBytes();
    return (element == Integer.BYTES || element == Long.BYTES)
        && it.rank() > 1
        && it.strideBytes(0, 0) == element
        && it.strideBytes(1, 1) == element
        && it.size(0) >= SMALLEST
        && it.size(1) >= SMALLEST;
  }

  private void runTransposed(ElementwiseIterator it) {
    int element = it.type(0).sizeBytes();
    long blocks = Math.ceilDiv(it.size(1), TransposedCopy.BLOCK);
    Parallel.range(
        it.count() / it.size(0) / it.size(1) * blocks,
        Math.max(1, PointwiseKernel.GRAIN / (it.size(0) * TransposedCopy.BLOCK)),
        (first, last) ->
            workspaces.use(
                STRIP * TransposedCopy.BLOCK * element,
                strip -> {
                  for (long block = first; block < last; block++) {
                    block(it, block / blocks, block % blocks * TransposedCopy.BLOCK, strip);
                  }
                }));
  }

  /** Copies a block of columns of the input. */
  private void block(ElementwiseIterator it, long matrix, long column, long strip) {
    int element = it.type(0).sizeBytes();
    DType bits = SelectionKernel.integerOf(element);
    long wide = Math.min(TransposedCopy.BLOCK, it.size(1) - column);
    long step = it.strideBytes(1, 0);
    long from = address(it, 1, matrix, column);
    long to = address(it, 0, matrix, column);
    if (transposed.of(bits).writesWholeLines()) {
      transposed.of(bits).run(from, step, to, it.strideBytes(0, 1), it.size(0), wide);
      return;
    }
    for (long row = 0; row < it.size(0); row += STRIP) {
      long high = Math.min(STRIP, it.size(0) - row);
      long pitch = STRIP * element;
      transposed.of(bits).run(from + row * step, step, strip, pitch, high, wide);
      rows.of(bits)
          .run(to + row * element, it.strideBytes(0, 1), strip, pitch, wide, high, Scalar.ZERO);
    }
  }

  /**
   * Returns the address of an operand's first element at a position of the second loop, in one of
   * the matrices of the outer loops.
   */
  static long address(ElementwiseIterator it, int operand, long matrix, long position) {
    long at = it.address(operand) + position * it.strideBytes(operand, 1);
    long rest = matrix;
    for (int dim = 2; dim < it.rank(); dim++) {
      at += rest % it.size(dim) * it.strideBytes(operand, dim);
      rest /= it.size(dim);
    }
    return at;
  }
}
