package jackfield.backend.cpu.moves;

import jackfield.aten.kernel.LinePlan;
import jackfield.aten.kernel.SliceIterator;
import jackfield.error.InvalidArgument;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.Tensor;

/**
 * The kernel of {@code gather}. It runs along lines of the last dimension, whichever dimension the
 * indexes choose in. The input stands still in the dimension of the indexes, and each index adds
 * its step there.
 */
public final class GatherKernels {
  private static final long GRAIN = 1 << 15; // elements of a part of a parallel loop

  private final int elementSize;
  private final long size; // of the dimension in which indexes choose
  private final long chosenStep; // bytes
  private final SliceIterator lines; // of the output, the indexes and the input

  private GatherKernels(Tensor out, Tensor index, Tensor self, int dim) {
    this.elementSize = self.dtype().sizeBytes();
    this.size = self.size(dim);
    this.chosenStep = self.stride(dim) * elementSize;
    long[] strides = self.strides().clone();
    strides[dim] = 0;
    Tensor still = self.alias(index.sizes(), strides, self.offset());
    this.lines = SliceIterator.lines(index.rank() - 1, out, index, still);
  }

  /** Copies the element at each index. All indexes are checked before the first one is used. */
  public static void gather(LinePlan plan) {
    Tensor index = vector(plan.input(1));
    if (index.elementCount() == 0) {
      return;
    }
    GatherKernels kernel =
        new GatherKernels(vector(plan.output(0)), index, vector(plan.input(0)), plan.dim());
    long grain = Math.max(1, GRAIN / index.size(index.rank() - 1));
    Parallel.range(
        kernel.lines.count(), grain, (from, to) -> kernel.lines.forEach(from, to, kernel::check));
    Parallel.range(
        kernel.lines.count(), grain, (from, to) -> kernel.lines.forEach(from, to, kernel::copy));
  }

  private static Tensor vector(Tensor tensor) {
    long[] one = {1};
    return tensor.rank() == 0 ? tensor.alias(one, one, tensor.offset()) : tensor;
  }

  private void check(long[] at) {
    long step = lines.stepBytes(1);
    for (long i = 0; i < lines.length(1); i++) {
      var _ = place(at[1] + i * step);
    }
  }

  /** Returns the bytes that an index adds; another thread may have changed it since the check. */
  private long place(long address) {
    long chosen = HostBytes.longAt(address);
    if (chosen < 0 || chosen >= size) {
      throw new InvalidArgument(
          "gather", "index", "has %d, expected 0 to %d".formatted(chosen, size - 1));
    }
    return chosen * chosenStep;
  }

  private void copy(long[] at) {
    switch (elementSize) {
      case 1, 2 -> copySmall(at[0], at[1], at[2]);
      case 4 -> copyInts(at[0], at[1], at[2]);
      default -> copyLongs(at[0], at[1], at[2]);
    }
  }

  private void copySmall(long to, long index, long from) {
    for (long i = 0; i < lines.length(1); i++) {
      long source = from + i * lines.stepBytes(2) + place(index + i * lines.stepBytes(1));
      long target = to + i * lines.stepBytes(0);
      if (elementSize == 1) {
        HostBytes.putByte(target, HostBytes.byteAt(source));
      } else {
        HostBytes.putShort(target, HostBytes.shortAt(source));
      }
    }
  }

  private void copyInts(long to, long index, long from) {
    long toStep = lines.stepBytes(0);
    long indexStep = lines.stepBytes(1);
    long fromStep = lines.stepBytes(2);
    long count = lines.length(1);
    for (long i = 0; i < count; i++) {
      long source = from + i * fromStep + place(index + i * indexStep);
      HostBytes.putInt(to + i * toStep, HostBytes.intAt(source));
    }
  }

  private void copyLongs(long to, long index, long from) {
    long toStep = lines.stepBytes(0);
    long indexStep = lines.stepBytes(1);
    long fromStep = lines.stepBytes(2);
    long count = lines.length(1);
    for (long i = 0; i < count; i++) {
      long source = from + i * fromStep + place(index + i * indexStep);
      for (int part = 0; part < elementSize; part += Long.BYTES) {
        HostBytes.putLong(to + i * toStep + part, HostBytes.longAt(source + part));
      }
    }
  }
}
