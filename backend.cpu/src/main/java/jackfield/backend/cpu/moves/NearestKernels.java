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
  private static final long MOST = 1 << 16; // columns whose places are found at a time

  private final ResamplingPlan plan;
  private final Tensor self;
  private final Tensor out;
  private final int size;

  private NearestKernels(ResamplingPlan plan) {
    this.plan = plan;
    this.self = plan.input(0);
    this.out = plan.output(0);
    this.size = self.dtype().sizeBytes();
  }

  /** Copies the element of the input for each element of the output. */
  public static void copy(ResamplingPlan plan) {
    NearestKernels kernel = new NearestKernels(plan);
    long width = kernel.out.elementCount() == 0 ? 0 : kernel.out.size(kernel.out.rank() - 1);
    for (long first = 0; first < width; first += MOST) {
      kernel.columns(first, (int) Math.min(MOST, width - first));
    }
  }

  private void columns(long first, int count) {
    long[] places = new long[count];
    Taps taps = new Taps();
    Taps scratch = new Taps();
    for (int i = 0; i < count; i++) {
      places[i] = offset(plan.rank() - 1, first + i, taps, scratch);
    }
    SliceIterator lines = SliceIterator.lines(out.rank() - 1, out, still());
    long written = first * lines.stepBytes(0);
    Parallel.range(
        lines.count(),
        Math.max(1, GRAIN / count),
        (from, to) -> {
          long[] line = {from};
          Taps ownTaps = new Taps();
          Taps ownScratch = new Taps();
          lines.forEach(
              from,
              to,
              at -> {
                long row = at[1] + rowOffset(line[0]++, ownTaps, ownScratch);
                Gathering.run(size, row, places, at[0] + written, lines.stepBytes(0));
              });
        });
  }

  /** Returns the input with the output's sizes; its images are at their first elements. */
  private Tensor still() {
    long[] strides = self.strides().clone();
    Arrays.fill(strides, strides.length - plan.rank(), strides.length, 0);
    return self.alias(out.sizes(), strides, self.offset());
  }

  /** Returns the bytes from the start of an image to the row of a line of the output. */
  private long rowOffset(long line, Taps taps, Taps scratch) {
    long rest = line;
    long offset = 0;
    for (int dim = plan.rank() - 2; dim >= 0; dim--) {
      long count = out.size(out.rank() - plan.rank() + dim);
      offset += offset(dim, rest % count, taps, scratch);
      rest /= count;
    }
    return offset;
  }

  private long offset(int dim, long index, Taps taps, Taps scratch) {
    plan.taps(dim, index, taps, scratch);
    return taps.index(0) * self.stride(self.rank() - plan.rank() + dim) * size;
  }
}
