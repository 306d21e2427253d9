package jackfield.backend.cpu.reference;

import jackfield.aten.kernel.LinePlan;
import jackfield.error.InvalidArgument;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;

/** Copies whole slices of tensors, for concatenation and for selection by index. */
final class IndexingKernels {
  private IndexingKernels() {}

  /** Joins tensors; vectors without elements are skipped. */
  static void cat(LinePlan plan) {
    int along = plan.dim();
    long start = 0;
    for (int i = 0; i < plan.inputCount(); i++) {
      Tensor tensor = plan.input(i);
      if (tensor.elementCount() > 0) {
        CopyKernels.copy(tensor, narrow(plan.output(0), along, start, tensor.size(along)));
        start += tensor.size(along);
      }
    }
  }

  /**
   * Copies the slices with the indexes in {@code index}. All indexes are checked before the first
   * slice is copied.
   */
  static void indexSelect(LinePlan plan) {
    Tensor self = plan.input(0);
    Tensor index = plan.input(1);
    Tensor out = plan.output(0);
    int along = plan.dim();
    checkIndex("index_select", index, size(self, along));
    long count = out.elementCount() == 0 ? 0 : index.elementCount();
    for (long i = 0; i < count; i++) {
      CopyKernels.copy(slice(self, along, indexAt(index, i)), slice(out, along, i));
    }
  }

  static void checkIndex(String operator, Tensor index, long size) {
    for (long i = 0; i < index.elementCount(); i++) {
      long chosen = indexAt(index, i);
      if (chosen < 0 || chosen >= size) {
        throw new InvalidArgument(
            operator, "index", "has %d, expected 0 to %d".formatted(chosen, size - 1));
      }
    }
  }

  static long indexAt(Tensor index, long i) {
    long step = index.rank() == 0 ? 0 : index.stride(0);
    return Elements.longAt(index.dtype(), index.address() + i * step * index.dtype().sizeBytes());
  }

  static Tensor slice(Tensor tensor, int dim, long at) {
    return narrow(tensor, dim, at, 1);
  }

  /**
   * Returns a view of {@code length} slices from {@code start}; of the whole tensor if it has no
   * dimensions.
   */
  private static Tensor narrow(Tensor tensor, int dim, long start, long length) {
    if (tensor.rank() == 0) {
      return tensor;
    }
    long[] sizes = tensor.sizes().clone();
    sizes[dim] = length;
    return tensor.alias(sizes, tensor.strides(), tensor.offset() + start * tensor.stride(dim));
  }

  private static long size(Tensor tensor, int dim) {
    return tensor.rank() == 0 ? 1 : tensor.size(dim);
  }
}
