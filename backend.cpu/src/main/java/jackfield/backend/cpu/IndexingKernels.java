package jackfield.backend.cpu;

import jackfield.aten.kernel.LinePlan;
import jackfield.aten.kernel.SliceIterator;
import jackfield.backend.cpu.elementwise.PointwiseKernel;
import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.backend.cpu.moves.Gathering;
import jackfield.error.InvalidArgument;
import jackfield.parallel.Parallel;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;
import java.util.Objects;

/** Copies whole slices of tensors, for concatenation and for selection by index. */
final class IndexingKernels {
  private static final long MOST = 1 << 16; // indexes that are taken at a time

  private IndexingKernels() {}

  /** Joins tensors; vectors without elements are skipped. */
  static void cat(LinePlan plan) {
    int along = plan.dim();
    long start = 0;
    for (int i = 0; i < plan.inputCount(); i++) {
      Tensor tensor = plan.input(i);
      if (tensor.elementCount() > 0) {
        copy(tensor, narrow(plan.output(0), along, start, tensor.size(along)));
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
    check(index, self.rank() == 0 ? 1 : self.size(along));
    if (out.elementCount() == 0) {
      return;
    }
    if (along == self.rank() - 1) {
      selectInLines(self, index, out, along);
      return;
    }
    if (self.rank() == 2 && along == 0) {
      selectRows(self, index, out);
      return;
    }
    for (long i = 0; i < index.elementCount(); i++) {
      copy(narrow(self, along, chosen(index, i), 1), narrow(out, along, i, 1));
    }
  }

  /**
   * Selects in the last dimension, where slices have gaps: each line is written in one go. Many
   * indexes are taken in turns, so that few are in memory beside the tensor of indexes.
   */
  private static void selectInLines(Tensor self, Tensor index, Tensor out, int along) {
    int size = self.dtype().sizeBytes();
    SliceIterator lines = SliceIterator.lines(along, out, self);
    long count = index.elementCount();
    for (long first = 0; first < count; first += MOST) {
      long[] offsets = new long[(int) Math.min(MOST, count - first)];
      for (int i = 0; i < offsets.length; i++) {
        long place = Objects.checkIndex(chosen(index, first + i), self.size(along));
        offsets[i] = place * self.stride(along) * size;
      }
      long written = first * lines.stepBytes(0);
      Parallel.range(
          lines.count(),
          Math.max(1, PointwiseKernel.GRAIN / offsets.length),
          (from, to) ->
              lines.forEach(
                  from,
                  to,
                  at -> Gathering.run(size, at[1], offsets, at[0] + written, lines.stepBytes(0))));
    }
  }

  private static void selectRows(Tensor self, Tensor index, Tensor out) {
    int size = self.dtype().sizeBytes();
    long from = self.address();
    long to = out.address();
    for (long i = 0; i < index.elementCount(); i++) {
      StridedCopy.move(
          size,
          from + chosen(index, i) * self.stride(0) * size,
          self.stride(1) * size,
          to + i * out.stride(0) * size,
          out.stride(1) * size,
          self.size(1));
    }
  }

  private static void check(Tensor index, long size) {
    for (long i = 0; i < index.elementCount(); i++) {
      long chosen = chosen(index, i);
      if (chosen < 0 || chosen >= size) {
        throw new InvalidArgument(
            "index_select", "index", "has %d, expected 0 to %d".formatted(chosen, size - 1));
      }
    }
  }

  private static long chosen(Tensor index, long i) {
    long step = index.rank() == 0 ? 0 : index.stride(0) * index.dtype().sizeBytes();
    return Elements.longAt(index.dtype(), index.address() + i * step);
  }

  /** Copies between tensors of equal sizes; in one operation if both have the same layout. */
  private static void copy(Tensor from, Tensor to) {
    if (from.dtype() == to.dtype() && from.isContiguous() && to.isContiguous()) {
      int size = from.dtype().sizeBytes();
      StridedCopy.move(size, from.address(), size, to.address(), size, from.elementCount());
    } else {
      copyLines(from, to);
    }
  }

  /** Copies line by line along the last dimension, converting if the types differ. */
  private static void copyLines(Tensor from, Tensor to) {
    SliceIterator lines = SliceIterator.lines(Math.max(from.rank() - 1, 0), to, from);
    lines.forEach(at ->
        StridedCopy.copy(
            from.dtype(),
            at[1],
            lines.stepBytes(1),
            to.dtype(),
            at[0],
            lines.stepBytes(0),
            lines.length(0)));
  }

  /**
   * Returns {@code length} slices from {@code start}; the tensor itself if it has no dimensions.
   */
  private static Tensor narrow(Tensor tensor, int dim, long start, long length) {
    if (tensor.rank() == 0) {
      return tensor;
    }
    long[] sizes = tensor.sizes().clone();
    sizes[dim] = length;
    return tensor.alias(sizes, tensor.strides(), tensor.offset() + start * tensor.stride(dim));
  }
}
