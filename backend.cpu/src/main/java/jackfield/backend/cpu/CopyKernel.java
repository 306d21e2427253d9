package jackfield.backend.cpu;

import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.aten.kernel.Row;
import jackfield.backend.cpu.loops.matrix.TransposedCopy;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;

/**
 * The kernel of {@code copy_}, the only kernel whose input and output have different types.
 * Elements of four and eight bytes that change between rows and columns are copied by blocks.
 */
final class CopyKernel {
  static final long GRAIN_BYTES = 1 << 20;
  private static final int SMALLEST = 8; // rows and columns that are worth a block

  private final ByType<TransposedCopy> transposed = new ByType<>(TransposedCopy::new);

  void run(ElementwiseIterator it, boolean nonBlocking) {
    DType from = it.type(1);
    DType to = it.type(0);
    if (it.isContiguous() && from == to) {
      Parallel.range(
          it.count() * to.sizeBytes(),
          GRAIN_BYTES,
          (first, last) ->
              HostBytes.copy(it.address(1) + first, it.address(0) + first, last - first));
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
    TransposedCopy copy = transposed.of(SelectionKernel.integerOf(it.type(0).sizeBytes()));
    long rows = it.size(0);
    long blocks = Math.ceilDiv(it.size(1), TransposedCopy.BLOCK);
    Parallel.range(
        it.count() / rows / it.size(1) * blocks,
        Math.max(1, PointwiseKernel.GRAIN / (rows * TransposedCopy.BLOCK)),
        (first, last) -> {
          for (long block = first; block < last; block++) {
            long column = block % blocks * TransposedCopy.BLOCK;
            copy.run(
                address(it, 1, block / blocks, column),
                it.strideBytes(1, 0),
                address(it, 0, block / blocks, column),
                it.strideBytes(0, 1),
                rows,
                Math.min(TransposedCopy.BLOCK, it.size(1) - column));
          }
        });
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
