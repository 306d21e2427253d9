package jackfield.backend.cpu.counts;

import jackfield.aten.kernel.OutputPlan;
import jackfield.error.InvalidArgument;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;

/**
 * The kernel of {@code bincount}. All integers are checked before anything is written, and each
 * again when it is used. Weights are added in order.
 *
 * <p><em>Shapes</em>: self [n], weights [n] or null, output [bins], where the largest integer is in
 * the last bin if {@code minlength} is not larger. <em>Types</em>: self of integers; the output is
 * int64, with weights float32 or float64.
 */
public final class BincountKernels {
  private static final long GRAIN = 1 << 16; // elements of a part of a parallel loop
  private static final long MOST_COUNTS = 1 << 30; // of a part
  private static final int SHARE = 16; // elements for each bin, from which on BinCounts has parts

  private final DType type;
  private final long address;
  private final long count;

  private BincountKernels(Tensor self) {
    this.type = self.dtype();
    this.count = self.elementCount();
    this.address = count == 0 ? 0 : self.address();
  }

  /** Counts each integer, or adds up its weights. */
  public static void bincount(OutputPlan plan, long minlength) {
    BincountKernels integers = new BincountKernels(plan.rowMajor(0));
    long bins = Math.max(minlength, Math.addExact(integers.largest(), 1));
    Tensor out = plan.create(0, bins);
    if (bins == 0) {
      return;
    }
    long step = out.stride(0) * out.dtype().sizeBytes();
    for (long bin = 0; bin < bins; bin++) {
      Elements.putLong(out.dtype(), out.address() + bin * step, 0);
    }
    Tensor weights = integers.count == 0 ? null : plan.rowMajor(1);
    if (weights != null) {
      integers.weigh(weights, out, step);
    } else if (bins <= Math.min(integers.count / SHARE, MOST_COUNTS)) {
      integers.countInParts(out.address(), step, (int) bins);
    } else {
      integers.count(out.address(), step, bins);
    }
  }

  private long at(long index) {
    long at = address + index * type.sizeBytes();
    return type == DType.INT64 ? HostBytes.longAt(at) : Elements.longAt(type, at);
  }

  /** Returns the largest integer, −1 of none; throws for the first one that has no bin. */
  private long largest() {
    long[] largest = new long[(int) Parallel.parts(count, GRAIN)];
    Parallel.range(count, GRAIN, (from, to) -> largest[(int) (from / GRAIN)] = largest(from, to));
    long all = -1;
    for (int part = 0; part < largest.length; part++) {
      long end = Math.min(count, (part + 1) * GRAIN);
      for (long i = part * GRAIN; largest[part] < 0 && i < end; i++) {
        var _ = bin(i, Long.MAX_VALUE);
      }
      all = Math.max(all, largest[part]);
    }
    return all;
  }

  /** Returns the largest integer of a part; −1 if one has no bin. */
  private long largest(long from, long to) {
    long signs = 0;
    long most = 0;
    for (long i = from; i < to; i++) {
      long value = at(i);
      signs |= value;
      most = Math.max(most, value);
    }
    return signs < 0 || most == Long.MAX_VALUE ? -1 : most;
  }

  /** Returns the bin of an element; another thread may have changed it since the check. */
  private long bin(long index, long bins) {
    long value = at(index);
    if (value < 0 || value >= bins) {
      throw new InvalidArgument(
          "bincount", "self", "has the element %d, which has no bin".formatted(value));
    }
    return value;
  }

  private void countInParts(long out, long step, int bins) {
    long[] counts =
        BinCounts.of(
            count,
            bins,
            (from, to, part) -> {
              for (long i = from; i < to; i++) {
                part[(int) bin(i, bins)]++;
              }
            });
    for (int bin = 0; bin < bins; bin++) {
      HostBytes.putLong(out + bin * step, counts[bin]);
    }
  }

  private void count(long out, long step, long bins) {
    for (long i = 0; i < count; i++) {
      long at = out + bin(i, bins) * step;
      HostBytes.putLong(at, HostBytes.longAt(at) + 1);
    }
  }

  private void weigh(Tensor weights, Tensor out, long step) {
    DType of = weights.dtype();
    long bins = out.size(0);
    for (long i = 0; i < count; i++) {
      long at = out.address() + bin(i, bins) * step;
      long from = weights.address() + i * of.sizeBytes();
      if (out.dtype() == DType.FLOAT32) {
        HostBytes.putFloat(at, HostBytes.floatAt(at) + HostBytes.floatAt(from));
      } else {
        HostBytes.putDouble(at, HostBytes.doubleAt(at) + Elements.doubleAt(of, from));
      }
    }
  }
}
