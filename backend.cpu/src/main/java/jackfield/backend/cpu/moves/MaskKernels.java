package jackfield.backend.cpu.moves;

import jackfield.aten.index.NonzeroPositions;
import jackfield.aten.kernel.OutputPlan;
import jackfield.aten.kernel.SliceIterator;
import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;

/** The kernels of {@code masked_scatter} and {@code nonzero_static}. */
public final class MaskKernels {
  private static final long GRAIN = 1 << 15; // elements of a part of a parallel loop

  private final Tensor source; // row-major
  private final int size; // of an element
  private final long values;
  private final long available;

  private MaskKernels(Tensor source) {
    this.source = source;
    this.size = source.dtype().sizeBytes();
    this.available = source.elementCount();
    this.values = available == 0 ? 0 : source.address();
  }

  /**
   * Copies the elements of a source, in order, to the places of a mask. Each part of a mask begins
   * with the element after those that all parts before it need.
   */
  public static void maskedScatter(OutputPlan plan) {
    Tensor mask = plan.rowMajor(1);
    MaskKernels kernel = new MaskKernels(plan.rowMajor(2));
    long count = mask.elementCount();
    long masks = count == 0 ? 0 : mask.address();
    long[] starts = starts(masks, count);
    if (starts[starts.length - 1] > kernel.available) {
      throw kernel.tooFew(starts[starts.length - 1]);
    }
    plan.copyInput(0);
    Tensor out = plan.output(0);
    if (starts[starts.length - 1] > 0 && out.isContiguous()) {
      kernel.copyParts(out.address(), masks, count, starts);
    } else if (starts[starts.length - 1] > 0) {
      kernel.copyLines(out, mask);
    }
  }

  private void copyParts(long to, long masks, long count, long[] starts) {
    Parallel.range(
        count,
        GRAIN,
        (from, end) -> {
          long start = starts[(int) (from / GRAIN)];
          var _ = copy(masks + from, to + from * size, size, end - from, start);
        });
  }

  /** Returns how many elements the parts before each part need, and at last how many all need. */
  private static long[] starts(long masks, long count) {
    long[] starts = new long[(int) Parallel.parts(count, GRAIN) + 1];
    Parallel.range(
        count,
        GRAIN,
        (from, end) -> {
          long set = 0;
          for (long i = from; i < end; i++) {
            set += HostBytes.byteAt(masks + i) == 0 ? 0 : 1;
          }
          starts[(int) (from / GRAIN) + 1] = set;
        });
    for (int part = 1; part < starts.length; part++) {
      starts[part] += starts[part - 1];
    }
    return starts;
  }

  private void copyLines(Tensor out, Tensor mask) {
    SliceIterator lines = SliceIterator.lines(Math.max(0, out.rank() - 1), out, mask);
    long[] next = {0};
    lines.forEach(at -> next[0] = copy(at[1], at[0], lines.stepBytes(0), lines.length(1), next[0]));
  }

  /**
   * Copies the elements of a part of the mask.
   *
   * @param start the first element of the source
   * @return the element after the last one
   */
  private long copy(long masks, long to, long step, long count, long start) {
    long next = start;
    for (long i = 0; i < count; i++) {
      if (HostBytes.byteAt(masks + i) != 0) {
        if (next >= available) { // another thread has set more of the mask
          throw tooFew(available + 1);
        }
        long from = values + next++ * size;
        switch (size) {
          case Integer.BYTES -> HostBytes.putInt(to + i * step, HostBytes.intAt(from));
          case Long.BYTES -> HostBytes.putLong(to + i * step, HostBytes.longAt(from));
          default -> HostBytes.copy(from, to + i * step, size);
        }
      }
    }
    return next;
  }

  private ShapeMismatch tooFew(long wanted) {
    return new ShapeMismatch(
        "masked_scatter",
        "expected a source of at least %d elements".formatted(wanted),
        source.sizes());
  }

  /** Writes the first positions of the elements that are not zero, and a number after them. */
  public static void nonzeroStatic(OutputPlan plan, long fillValue) {
    Tensor out = plan.output(0);
    if (out.elementCount() == 0) {
      return;
    }
    SliceIterator columns = SliceIterator.lines(0, out);
    long step = columns.stepBytes(0);
    columns.forEach(at -> {
      HostBytes.putLong(at[0], fillValue);
      StridedCopy.move(Long.BYTES, at[0], 0, at[0], step, columns.length(0));
    });
    NonzeroPositions.write(plan.input(0), out);
  }
}
