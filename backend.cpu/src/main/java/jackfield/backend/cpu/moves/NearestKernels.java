package jackfield.backend.cpu.moves;

import jackfield.aten.kernel.SliceIterator;
import jackfield.aten.resampling.ResamplingPlan;
import jackfield.aten.resampling.Taps;
import jackfield.parallel.Parallel;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * Images of other sizes or with borders whose elements are elements of the input. The place of each
 * row and of each column is found once for all images.
 */
public final class NearestKernels {
  private static final long GRAIN = 1 << 15; // elements of a part of a parallel loop

  private NearestKernels() {}

  /** Copies the element of the input for each element of the output. */
  public static void copy(ResamplingPlan plan) {
    Tensor out = plan.output(0);
    if (out.elementCount() == 0) {
      return;
    }
    Tensor self = plan.input(0);
    int size = self.dtype().sizeBytes();
    long[] rows = rowOffsets(plan);
    long[] columns = offsets(plan, plan.rank() - 1);
    SliceIterator lines = SliceIterator.lines(out.rank() - 1, out, still(self, out, plan.rank()));
    Parallel.range(
        lines.count(),
        Math.max(1, GRAIN / columns.length),
        (from, to) -> {
          long[] line = {from};
          lines.forEach(
              from,
              to,
              at -> {
                long row = at[1] + rows[(int) (line[0]++ % rows.length)];
                Gathering.run(size, row, columns, at[0], lines.stepBytes(0));
              });
        });
  }

  /** Returns the input with the output's sizes; its images are at their first elements. */
  private static Tensor still(Tensor self, Tensor out, int rank) {
    long[] strides = self.strides().clone();
    Arrays.fill(strides, strides.length - rank, strides.length, 0);
    return self.alias(out.sizes(), strides, self.offset());
  }

  /** Returns the bytes from the start of an image to the row of each row of the output. */
  private static long[] rowOffsets(ResamplingPlan plan) {
    long[] all = {0};
    for (int dim = 0; dim < plan.rank() - 1; dim++) {
      long[] inner = offsets(plan, dim);
      long[] both = new long[Math.multiplyExact(all.length, inner.length)];
      for (int i = 0; i < both.length; i++) {
        both[i] = all[i / inner.length] + inner[i % inner.length];
      }
      all = both;
    }
    return all;
  }

  private static long[] offsets(ResamplingPlan plan, int dim) {
    Tensor self = plan.input(0);
    Tensor out = plan.output(0);
    long step = self.stride(self.rank() - plan.rank() + dim) * self.dtype().sizeBytes();
    long[] offsets = new long[Math.toIntExact(out.size(out.rank() - plan.rank() + dim))];
    Taps taps = new Taps();
    Taps scratch = new Taps();
    for (int i = 0; i < offsets.length; i++) {
      plan.taps(dim, i, taps, scratch);
      offsets[i] = taps.index(0) * step;
    }
    return offsets;
  }
}
