package jackfield.backend.cpu.normalization;

import jackfield.backend.cpu.loops.matrix.TransposedCopy;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;

/**
 * Transposes tensors whose channels are columns, since they have no planes, so that the elements of
 * a channel are adjacent; and puts channels back between the others.
 */
final class ChannelCopies {
  private static final long LEAST = 16; // rows and columns that are worth a block
  private static final long GRAIN = 1 << 15; // elements of a part of a parallel loop
  private static final ByType<TransposedCopy> COPIES = new ByType<>(TransposedCopy::new);

  private ChannelCopies() {}

  /** Returns whether a row-major tensor is transposed. */
  static boolean isOfColumns(Tensor x) {
    return isWorthwhile(x.dtype(), x.size(0), x.size(1))
        && x.elementCount() == x.size(0) * x.size(1);
  }

  private static boolean isWorthwhile(DType type, long rows, long columns) {
    boolean hasCopy = type == DType.FLOAT32 || type == DType.FLOAT64;
    return hasCopy && rows >= LEAST && columns >= LEAST;
  }

  /** Returns a row-major copy of columns: one sample, whose planes are lines. */
  static Tensor transposed(Tensor x) {
    Tensor copy = HostData.empty(x.dtype(), 1, x.size(1), x.size(0));
    int size = x.dtype().sizeBytes();
    long rowBytes = x.size(1) * size;
    long columnBytes = x.size(0) * size;
    run(x.dtype(), x.address(), rowBytes, copy.address(), columnBytes, x.size(0), x.size(1));
    return copy;
  }

  /** Returns a tensor of columns as one sample whose planes are lines; null for null. */
  static Tensor view(Tensor x) {
    if (x == null) {
      return null;
    }
    long[] sizes = {1, x.size(1), x.size(0)};
    long[] strides = {0, x.stride(1), x.stride(0)};
    return x.alias(sizes, strides, x.offset());
  }

  /** Returns whether {@link #putBack} writes a tensor whose planes have equal steps. */
  static boolean isBetween(Tensor to, long planeSize) {
    return to.stride(1) == 1 && isWorthwhile(to.dtype(), to.size(1), planeSize);
  }

  /**
   * Writes the elements of one sample between those of the other channels.
   *
   * @param from the address of the first plane of a row-major sample
   * @param to the address of the sample's first element
   * @param step elements from one to the next of a plane in the output
   */
  static void putBack(DType type, long from, long to, long step, long channels, long planeSize) {
    int size = type.sizeBytes();
    run(type, from, planeSize * size, to, step * size, channels, planeSize);
  }

  /** Copies the rows of a matrix to columns; steps are bytes between rows and between columns. */
  private static void run(
      DType type, long from, long fromStep, long to, long toStep, long rows, long columns) {
    TransposedCopy copy = COPIES.of(type == DType.FLOAT32 ? DType.INT32 : DType.INT64);
    int size = type.sizeBytes();
    Parallel.range(
        Math.ceilDiv(columns, TransposedCopy.BLOCK),
        Math.max(1, GRAIN / (rows * TransposedCopy.BLOCK)),
        (first, end) -> {
          long column = first * TransposedCopy.BLOCK;
          long count = Math.min(end * TransposedCopy.BLOCK, columns) - column;
          copy.run(from + column * size, fromStep, to + column * toStep, toStep, rows, count);
        });
  }
}
