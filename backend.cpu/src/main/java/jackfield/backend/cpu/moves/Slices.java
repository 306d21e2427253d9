package jackfield.backend.cpu.moves;

import jackfield.aten.kernel.SliceIterator;
import jackfield.backend.cpu.elementwise.PointwiseKernel;
import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.parallel.Parallel;
import jackfield.tensor.Tensor;

/** Slices of tensors, and copies between them. */
final class Slices {
  /** The bytes of a part of a parallel loop over slices. */
  static final long GRAIN_BYTES = 1 << 18;

  private Slices() {}

  /** Returns the bytes of the dimensions from {@code dim} on of a tensor without gaps. */
  static long blockBytes(Tensor tensor, int dim) {
    long bytes = tensor.dtype().sizeBytes();
    for (int inner = dim; inner < tensor.rank(); inner++) {
      bytes *= tensor.size(inner);
    }
    return bytes;
  }

  /** Copies line by line along the last dimension, converting if the types differ. */
  static void copyLines(Tensor from, Tensor to) {
    SliceIterator lines = SliceIterator.lines(Math.max(from.rank() - 1, 0), to, from);
    Parallel.range(
        lines.count(),
        Math.max(1, PointwiseKernel.GRAIN / lines.length(0)),
        (first, last) ->
            lines.forEach(
                first,
                last,
                at ->
                    StridedCopy.copy(
                        from.dtype(),
                        at[1],
                        lines.stepBytes(1),
                        to.dtype(),
                        at[0],
                        lines.stepBytes(0),
                        lines.length(0))));
  }

  /**
   * Returns {@code length} slices from {@code start}; the tensor itself if it has no dimensions.
   */
  static Tensor narrow(Tensor tensor, int dim, long start, long length) {
    if (tensor.rank() == 0) {
      return tensor;
    }
    long[] sizes = tensor.sizes().clone();
    sizes[dim] = length;
    return tensor.alias(sizes, tensor.strides(), tensor.offset() + start * tensor.stride(dim));
  }
}
