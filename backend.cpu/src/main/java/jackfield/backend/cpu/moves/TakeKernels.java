package jackfield.backend.cpu.moves;

import jackfield.aten.kernel.OutputPlan;
import jackfield.aten.kernel.SliceIterator;
import jackfield.backend.cpu.memory.RowMajor;
import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.error.InvalidArgument;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.Tensor;

/**
 * The kernel of {@code take}: it copies the elements at row-major positions. Negative positions
 * count from the end.
 */
public final class TakeKernels {
  private static final long GRAIN = 1 << 15; // elements of a part of a parallel loop

  private final Tensor self;
  private final int elementSize;
  private final long count; // of the elements among which positions choose
  private final boolean isDense;
  private final SliceIterator lines; // of the output and the positions

  private TakeKernels(Tensor self, Tensor out, Tensor index) {
    this.self = self;
    this.elementSize = self.dtype().sizeBytes();
    this.count = self.elementCount();
    this.isDense = self.isContiguous();
    boolean isLine = out.isContiguous() && index.isContiguous();
    this.lines =
        isLine
            ? SliceIterator.lines(0, line(out), line(index))
            : SliceIterator.lines(Math.max(0, out.rank() - 1), out, index);
  }

  private static Tensor line(Tensor tensor) {
    return tensor.alias(new long[] {tensor.elementCount()}, new long[] {1}, tensor.offset());
  }

  /** Copies the element at each position. All are checked before the first one is used. */
  public static void take(OutputPlan plan) {
    Tensor index = plan.input(1);
    if (index.elementCount() == 0) {
      return;
    }
    TakeKernels kernel = new TakeKernels(plan.input(0), plan.output(0), index);
    kernel.forEachPart(kernel::check);
    kernel.forEachPart(kernel::copy);
  }

  /** Processes elements of one line. */
  @FunctionalInterface
  private interface Part {
    void run(long to, long index, long count);
  }

  /** Runs {@code part} over whole lines, or over parts of a line that is alone. */
  private void forEachPart(Part part) {
    long length = lines.length(1);
    if (lines.count() > 1) {
      Parallel.range(
          lines.count(),
          Math.max(1, GRAIN / length),
          (from, to) -> lines.forEach(from, to, at -> part.run(at[0], at[1], length)));
      return;
    }
    Parallel.range(
        length,
        GRAIN,
        (from, to) ->
            lines.forEach(at ->
                part.run(
                    at[0] + from * lines.stepBytes(0),
                    at[1] + from * lines.stepBytes(1),
                    to - from)));
  }

  /**
   * Looks for the wrong position only in a part that has one, so the loop has no branch. A
   * difference that overflows has the sign of a wrong position, too.
   */
  private void check(long to, long index, long length) {
    long step = lines.stepBytes(1);
    long last = count - 1;
    long signs = 0;
    for (long i = 0; i < length; i++) {
      long chosen = HostBytes.longAt(index + i * step);
      signs |= (chosen + count) | (last - chosen);
    }
    for (long i = 0; signs < 0 && i < length; i++) {
      var _ = source(index + i * step);
    }
  }

  /** Returns an element's address; another thread may have changed the position since the check. */
  private long source(long address) {
    long chosen = HostBytes.longAt(address);
    long position = chosen + ((chosen >> (Long.SIZE - 1)) & count);
    if (position < 0 || position >= count) {
      throw new InvalidArgument(
          "take", "index", "has %d, expected %d to %d".formatted(chosen, -count, count - 1));
    }
    return self.address() + (isDense ? position : RowMajor.offset(self, position)) * elementSize;
  }

  private void copy(long to, long index, long length) {
    long step = lines.stepBytes(0);
    long indexStep = lines.stepBytes(1);
    if (elementSize == Integer.BYTES) {
      for (long i = 0; i < length; i++) {
        HostBytes.putInt(to + i * step, HostBytes.intAt(source(index + i * indexStep)));
      }
    } else {
      for (long i = 0; i < length; i++) {
        long from = source(index + i * indexStep);
        StridedCopy.move(elementSize, from, 0, to + i * step, 0, 1);
      }
    }
  }
}
