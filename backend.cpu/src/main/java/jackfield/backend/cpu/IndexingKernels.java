package jackfield.backend.cpu;

import jackfield.aten.kernel.LinePlan;
import jackfield.aten.kernel.SliceIterator;
import jackfield.backend.cpu.elementwise.PointwiseKernel;
import jackfield.backend.cpu.memory.DenseCopy;
import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.backend.cpu.moves.Gathering;
import jackfield.error.InvalidArgument;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;
import java.util.Objects;

/** Copies whole slices of tensors, for concatenation and for selection by index. */
final class IndexingKernels {
  private static final long MOST = 1 << 16; // indexes that are taken at a time
  private static final long GRAIN_BYTES = 1 << 18; // of a part of a parallel loop

  private IndexingKernels() {}

  /** Joins tensors; vectors without elements are skipped. */
  static void cat(LinePlan plan) {
    int along = plan.dim();
    Tensor out = plan.output(0);
    long start = 0;
    for (int i = 0; i < plan.inputCount(); i++) {
      Tensor tensor = plan.input(i);
      if (tensor.elementCount() > 0) {
        if (tensor.dtype() == out.dtype() && tensor.isContiguous() && out.isContiguous()) {
          copyBlocks(tensor, out, along, start);
        } else {
          copyLines(tensor, narrow(out, along, start, tensor.size(along)));
        }
        start += tensor.size(along);
      }
    }
  }

  /**
   * Copies a tensor to the slices from {@code start} on. Both have no gaps, so all dimensions from
   * {@code dim} on are one block.
   */
  private static void copyBlocks(Tensor from, Tensor to, int dim, long start) {
    long block = blockBytes(from, dim);
    long step = blockBytes(to, dim);
    long count = from.elementCount() * from.dtype().sizeBytes() / block;
    long source = from.address();
    long target = to.address() + start * (step / to.size(dim));
    if (count == 1) {
      DenseCopy.run(source, target, block);
      return;
    }
    Parallel.range(
        count,
        Math.max(1, GRAIN_BYTES / block),
        (first, last) -> {
          if (block == Integer.BYTES || block == Long.BYTES) {
            long at = source + first * block;
            StridedCopy.move((int) block, at, block, target + first * step, step, last - first);
            return;
          }
          for (long i = first; i < last; i++) {
            HostBytes.copy(source + i * block, target + i * step, block);
          }
        });
  }

  /** Returns the bytes of the dimensions from {@code dim} on of a tensor without gaps. */
  private static long blockBytes(Tensor tensor, int dim) {
    long bytes = tensor.dtype().sizeBytes();
    for (int inner = dim; inner < tensor.rank(); inner++) {
      bytes *= tensor.size(inner);
    }
    return bytes;
  }

  /**
   * Copies the slices with the indexes in {@code index}. All indexes are checked before the first
   * slice is copied.
   */
  static void indexSelect(LinePlan plan) {
    Tensor self = plan.input(0);
    Tensor out = plan.output(0);
    int along = plan.dim();
    Indexes indexes = Indexes.of(plan.input(1), self.rank() == 0 ? 1 : self.size(along));
    indexes.check();
    if (out.elementCount() == 0) {
      return;
    }
    if (along == self.rank() - 1) {
      selectInLines(self, indexes, out, along);
    } else if (self.rank() > 0 && self.isContiguous() && out.isContiguous()) {
      selectBlocks(self, indexes, out, along);
    } else {
      for (long i = 0; i < indexes.count(); i++) {
        copyLines(narrow(self, along, indexes.at(i), 1), narrow(out, along, i, 1));
      }
    }
  }

  /**
   * The indexes of a call. Another thread may change them at any time, so each is checked again
   * where it is used.
   */
  private record Indexes(DType type, long address, long step, long count, long size) {
    static Indexes of(Tensor index, long size) {
      DType type = index.dtype();
      long step = index.rank() == 0 ? 0 : index.stride(0) * type.sizeBytes();
      return new Indexes(type, index.address(), step, index.elementCount(), size);
    }

    private long read(long i) {
      return Elements.longAt(type, address + i * step);
    }

    void check() {
      for (long i = 0; i < count; i++) {
        long chosen = read(i);
        if (chosen < 0 || chosen >= size) {
          throw new InvalidArgument(
              "index_select", "index", "has %d, expected 0 to %d".formatted(chosen, size - 1));
        }
      }
    }

    long at(long i) {
      return Objects.checkIndex(read(i), size);
    }

    /**
     * Returns the bytes before the slices of indexes from {@code first} on, at most {@link #MOST}.
     */
    long[] offsets(long first, long sliceBytes) {
      long[] offsets = new long[(int) Math.min(MOST, count - first)];
      for (int i = 0; i < offsets.length; i++) {
        offsets[i] = at(first + i) * sliceBytes;
      }
      return offsets;
    }
  }

  /**
   * Selects in the last dimension, where slices have gaps: each line is written in one go. Many
   * indexes are taken in turns, so that few are in memory beside the tensor of indexes.
   */
  private static void selectInLines(Tensor self, Indexes indexes, Tensor out, int along) {
    int size = self.dtype().sizeBytes();
    SliceIterator lines = SliceIterator.lines(along, out, self);
    for (long first = 0; first < indexes.count(); first += MOST) {
      long[] offsets = indexes.offsets(first, self.stride(along) * size);
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

  /** Selects in tensors without gaps, so that the dimensions after {@code dim} are one block. */
  private static void selectBlocks(Tensor self, Indexes indexes, Tensor out, int dim) {
    long step = blockBytes(self, dim);
    long block = step / self.size(dim);
    long outStep = blockBytes(out, dim);
    long outer = out.elementCount() * self.dtype().sizeBytes() / outStep;
    for (long first = 0; first < indexes.count(); first += MOST) {
      long[] offsets = indexes.offsets(first, block);
      long target = out.address() + first * block;
      ChosenBlocks chosen = new ChosenBlocks(self.address(), step, target, outStep, offsets, block);
      Parallel.range(outer * offsets.length, Math.max(1, GRAIN_BYTES / block), chosen::copy);
    }
  }

  /**
   * Blocks of {@code block} bytes at some offsets, for each index before the dimension of the
   * offsets. The steps are the bytes from one such index to the next.
   */
  private record ChosenBlocks(
      long source, long step, long target, long outStep, long[] offsets, long block) {
    /** Copies a range of the blocks, counted in the order of the target. */
    void copy(long from, long to) {
      long outer = from / offsets.length;
      int chosen = (int) (from % offsets.length);
      for (long i = from; i < to; i++) {
        HostBytes.copy(
            source + outer * step + offsets[chosen],
            target + outer * outStep + chosen * block,
            block);
        chosen++;
        if (chosen == offsets.length) {
          chosen = 0;
          outer++;
        }
      }
    }
  }

  /** Copies line by line along the last dimension, converting if the types differ. */
  private static void copyLines(Tensor from, Tensor to) {
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
  private static Tensor narrow(Tensor tensor, int dim, long start, long length) {
    if (tensor.rank() == 0) {
      return tensor;
    }
    long[] sizes = tensor.sizes().clone();
    sizes[dim] = length;
    return tensor.alias(sizes, tensor.strides(), tensor.offset() + start * tensor.stride(dim));
  }
}
