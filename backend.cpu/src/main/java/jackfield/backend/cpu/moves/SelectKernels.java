package jackfield.backend.cpu.moves;

import jackfield.aten.kernel.LinePlan;
import jackfield.aten.kernel.SliceIterator;
import jackfield.backend.cpu.elementwise.PointwiseKernel;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.Tensor;

/** The kernel of {@code index_select}, which copies the slices that indexes choose. */
public final class SelectKernels {
  private static final long MOST_OFFSETS = 1 << 16; // in one array

  private final Workspaces workspaces;

  /** Creates the kernel. */
  public SelectKernels(Workspaces workspaces) {
    this.workspaces = workspaces;
  }

  /**
   * Copies the slices with the indexes in {@code index}. All indexes are checked before the first
   * slice is copied.
   */
  public void indexSelect(LinePlan plan) {
    Tensor self = plan.input(0);
    Tensor out = plan.output(0);
    int along = plan.dim();
    SliceIndexes indexes = SliceIndexes.of(plan.input(1), self.rank() == 0 ? 1 : self.size(along));
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
        Tensor chosen = Slices.narrow(self, along, indexes.at(i), 1);
        Slices.copyLines(chosen, Slices.narrow(out, along, i, 1));
      }
    }
  }

  /**
   * Selects in the last dimension, where slices have gaps: each line is written at once. Offsets of
   * many indexes are computed part by part, so that their array stays small.
   */
  private static void selectInLines(Tensor self, SliceIndexes indexes, Tensor out, int along) {
    int size = self.dtype().sizeBytes();
    SliceIterator lines = SliceIterator.lines(along, out, self);
    for (long first = 0; first < indexes.count(); first += MOST_OFFSETS) {
      int length = (int) Math.min(MOST_OFFSETS, indexes.count() - first);
      long[] offsets = indexes.offsets(first, length, self.stride(along) * size);
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

  /**
   * Selects in tensors without gaps, so that the dimensions after {@code dim} are one block.
   * Repeats change the order of the copies only where each index chooses one block.
   */
  private void selectBlocks(Tensor self, SliceIndexes indexes, Tensor out, int dim) {
    long step = Slices.blockBytes(self, dim);
    long block = step / self.size(dim);
    long count = out.elementCount() * self.dtype().sizeBytes() / block;
    ChosenBlocks chosen = new ChosenBlocks(self.address(), step, indexes, out.address(), block);
    long grain = Math.max(1, Slices.GRAIN_BYTES / block);
    boolean isOnePerIndex = count == indexes.count();
    if (!isOnePerIndex || !RepeatedSlices.areWorthwhile(count, block)) {
      Parallel.range(count, grain, chosen::copy);
      return;
    }
    workspaces.use(
        RepeatedSlices.scratchBytes(count),
        scratch -> {
          RepeatedSlices order = new RepeatedSlices(indexes, scratch);
          if (order.find()) {
            Parallel.range(count, grain, (from, to) -> chosen.copy(order, from, to));
          } else {
            Parallel.range(count, grain, chosen::copy);
          }
        });
  }

  /**
   * Blocks of {@code block} bytes that indexes choose, for each position before the dimension of
   * the indexes.
   *
   * @param step the bytes from one such position of the source to the next
   */
  private record ChosenBlocks(
      long source, long step, SliceIndexes indexes, long target, long block) {
    /**
     * Copies a range of the blocks, counted in the order of the target. Each index is read from its
     * tensor when it is used. An array of offsets on the heap displaces other lines of the caches:
     * with it, {@code index_select.1024} of the bench took 2 % more time, {@code embedding.1024} 6
     * %.
     */
    void copy(long from, long to) {
      long outer = from / indexes.count();
      long i = from % indexes.count();
      for (long at = from; at < to; at++) {
        HostBytes.copy(source + outer * step + indexes.at(i) * block, target + at * block, block);
        i++;
        if (i == indexes.count()) {
          i = 0;
          outer++;
        }
      }
    }

    /** Copies a range of the blocks, counted in {@code order}, where each index has one block. */
    void copy(RepeatedSlices order, long from, long to) {
      for (long i = from; i < to; i++) {
        long place = order.place(i);
        HostBytes.copy(source + indexes.at(place) * block, target + place * block, block);
      }
    }
  }
}
