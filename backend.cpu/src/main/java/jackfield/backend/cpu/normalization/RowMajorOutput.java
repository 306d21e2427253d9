package jackfield.backend.cpu.normalization;

import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/**
 * An output with the layout of an input, written in row-major order. If it has another layout, such
 * as channels_last, so has the input, and the input's row-major copy is written instead.
 *
 * @param result the output; null if it is not requested
 * @param written what kernels write
 */
record RowMajorOutput(Tensor result, Tensor written) {
  private static final long GRAIN = 1 << 15; // elements of a part of a parallel loop

  /**
   * Returns where an output is written.
   *
   * @param input the input's own tensor or its row-major copy
   */
  static RowMajorOutput of(Tensor result, Tensor input) {
    return new RowMajorOutput(result, result == null || result.isContiguous() ? result : input);
  }

  boolean isAbsent() {
    return result == null;
  }

  /** Returns the blocks of what is written; the blocks of the input may have its place. */
  Blocks blocks(ChannelLoops in, long scratch) {
    Blocks blocks = new Blocks(in, written, scratch);
    return written == result ? blocks : blocks.hide();
  }

  /** Copies what was written to the output, unless it is there. */
  void finish() {
    if (written == result) {
      return;
    }
    long planes = result.size(0) * result.size(1);
    long size = written.elementCount() / Math.max(1, planes);
    if (ChannelCopies.isBetween(result, size)) {
      putBack(size);
      return;
    }
    Parallel.range(
        planes,
        Math.max(1, GRAIN / Math.max(1, size)),
        (from, to) -> {
          for (long plane = from; plane < to; plane++) {
            copy(plane, size);
          }
        });
  }

  private void putBack(long size) {
    DType type = result.dtype();
    long channels = result.size(1);
    long bytes = channels * size * type.sizeBytes();
    Parallel.range(
        result.size(0),
        Math.max(1, GRAIN / (channels * size)),
        (first, end) -> {
          for (long sample = first; sample < end; sample++) {
            long to = result.address() + sample * result.stride(0) * type.sizeBytes();
            ChannelCopies.putBack(
                type, written.address() + sample * bytes, to, step(), channels, size);
          }
        });
  }

  private void copy(long plane, long size) {
    DType type = result.dtype();
    int bytes = type.sizeBytes();
    long channels = result.size(1);
    long first = plane / channels * result.stride(0) + plane % channels * result.stride(1);
    StridedCopy.move(
        bytes,
        written.address() + plane * size * bytes,
        bytes,
        result.address() + first * bytes,
        step() * bytes,
        size);
  }

  /** Returns the elements from one to the next of a plane, which has equal steps. */
  private long step() {
    int dim = result.rank() - 1;
    while (dim > 2 && result.size(dim) == 1) {
      dim--;
    }
    return result.rank() > 2 ? result.stride(dim) : 1;
  }
}
