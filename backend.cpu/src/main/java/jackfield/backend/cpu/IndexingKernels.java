package jackfield.backend.cpu;

import jackfield.aten.kernel.Dimensions;
import jackfield.dispatch.InvalidArgument;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;

/** Moves whole slices of tensors: joined one after the other, or chosen by number. */
final class IndexingKernels {
  private IndexingKernels() {}

  /** Joins tensors along {@code dim}; one of no elements takes no place. */
  static void cat(Tensor[] tensors, long dim, Tensor out) {
    int along = Dimensions.wrap("cat", dim, out.rank());
    long start = 0;
    for (Tensor tensor : tensors) {
      if (tensor.elementCount() > 0) {
        copy(tensor, narrow(out, along, start, tensor.size(along)));
        start += tensor.size(along);
      }
    }
  }

  /** Copies the slices that {@code index} names, all checked before the first is copied. */
  static void indexSelect(Tensor self, long dim, Tensor index, Tensor out) {
    int along = Dimensions.wrap("index_select", dim, self.rank());
    long[] chosen = chosen(index, self.rank() == 0 ? 1 : self.size(along));
    if (self.rank() == 2 && along == 0) {
      selectRows(self, chosen, out);
      return;
    }
    for (int i = 0; i < chosen.length; i++) {
      copy(narrow(self, along, chosen[i], 1), narrow(out, along, i, 1));
    }
  }

  private static void selectRows(Tensor self, long[] chosen, Tensor out) {
    int size = self.dtype().sizeBytes();
    long from = self.address();
    long to = out.address();
    for (int i = 0; i < chosen.length; i++) {
      StridedCopy.move(
          size,
          from + chosen[i] * self.stride(0) * size,
          self.stride(1) * size,
          to + i * out.stride(0) * size,
          out.stride(1) * size,
          self.size(1));
    }
  }

  private static long[] chosen(Tensor index, long size) {
    long[] chosen = new long[Math.toIntExact(index.elementCount())];
    long step = index.rank() == 0 ? 0 : index.stride(0) * index.dtype().sizeBytes();
    for (int i = 0; i < chosen.length; i++) {
      chosen[i] = Elements.longAt(index.dtype(), index.address() + i * step);
      if (chosen[i] < 0 || chosen[i] >= size) {
        throw new InvalidArgument(
            "index_select", "index", "has %d, expected 0 to %d".formatted(chosen[i], size - 1));
      }
    }
    return chosen;
  }

  /** Copies between tensors of equal sizes: at once where they lie in memory alike. */
  private static void copy(Tensor from, Tensor to) {
    if (from.dtype() == to.dtype() && from.isContiguous() && to.isContiguous()) {
      int size = from.dtype().sizeBytes();
      StridedCopy.move(size, from.address(), size, to.address(), size, from.elementCount());
    } else {
      Lines.copy(from, to);
    }
  }

  /** Returns {@code length} slices from {@code start}; all of a tensor without dimensions. */
  private static Tensor narrow(Tensor tensor, int dim, long start, long length) {
    if (tensor.rank() == 0) {
      return tensor;
    }
    long[] sizes = tensor.sizes().clone();
    sizes[dim] = length;
    return tensor.alias(sizes, tensor.strides(), tensor.offset() + start * tensor.stride(dim));
  }
}
