package jackfield.backend.cpu.moves;

import jackfield.aten.resampling.BlockPlan;
import jackfield.aten.window.Windows;
import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/**
 * The kernel of {@code col2im}. A row of the plane is summed in double precision, tap by tap: under
 * one tap, a row of windows adds to elements of one row. Then the sums are rounded.
 */
public final class ColumnSums {
  private static final long GRAIN = 1 << 15; // elements of columns that a part adds

  private final Workspaces workspaces;

  /** Creates the kernel. */
  public ColumnSums(Workspaces workspaces) {
    this.workspaces = workspaces;
  }

  /** Writes the sum of the elements that taps of windows have over each element of the planes. */
  public void planes(BlockPlan plan) {
    Tensor to = plan.planes(plan.output(0));
    if (to.elementCount() == 0) {
      return;
    }
    Tensor from = plan.columns(plan.input(0));
    DType type = to.dtype();
    DType wide = type.isComplex() ? DType.COMPLEX128 : DType.FLOAT64;
    long height = to.size(2);
    long perRow = Math.max(1, from.size(2) * from.size(3) * Math.min(to.size(3), from.size(5)));
    Parallel.range(
        to.size(0) * to.size(1) * height,
        Math.max(1, GRAIN / perRow),
        (first, end) ->
            workspaces.use(
                (to.size(3) + from.size(5)) * wide.sizeBytes(),
                sums -> {
                  Rows rows = new Rows(plan.windows(), from, to, wide, sums);
                  for (long row = first; row < end; row++) {
                    rows.write(row / height, row % height);
                  }
                }));
  }

  /**
   * The rows of planes.
   *
   * @param from [batch, channels, tap rows, tap columns, rows, columns]
   * @param to [batch, channels, height, width]
   * @param wide the type of sums
   * @param sums the address of the sums of a row, which is followed by a row of converted elements
   */
  private record Rows(Windows windows, Tensor from, Tensor to, DType wide, long sums) {
    void write(long plane, long y) {
      long batch = plane / to.size(1);
      long channel = plane % to.size(1);
      HostBytes.zero(sums, to.size(3) * wide.sizeBytes());
      for (long tap = 0; tap < from.size(2); tap++) {
        long above = y + windows.padding()[0] - tap * windows.dilation()[0];
        long row = above / windows.stride()[0];
        if (above >= 0 && above % windows.stride()[0] == 0 && row < from.size(4)) {
          long offset = batch * from.stride(0) + channel * from.stride(1);
          addRow(offset + tap * from.stride(2) + row * from.stride(4));
        }
      }
      DType type = to.dtype();
      long offset = batch * to.stride(0) + channel * to.stride(1) + y * to.stride(2);
      long target = to.address() + offset * type.sizeBytes();
      long step = to.stride(3) * type.sizeBytes();
      StridedCopy.copy(wide, sums, wide.sizeBytes(), type, target, step, to.size(3));
    }

    /** Adds a row of windows under each tap of a row of taps. */
    private void addRow(long offset) {
      int size = from.dtype().sizeBytes();
      long stride = windows.stride()[1];
      for (long tap = 0; tap < from.size(3); tap++) {
        long start = windows.index(1, 0, tap);
        long first = Math.clamp(Math.ceilDiv(-start, stride), 0, from.size(5));
        long end = Math.clamp(Math.ceilDiv(to.size(3) - start, stride), first, from.size(5));
        if (first < end) {
          long at = offset + tap * from.stride(3) + first * from.stride(5);
          long sum = sums + (start + first * stride) * wide.sizeBytes();
          add(from.address() + at * size, sum, stride * wide.sizeBytes(), end - first);
        }
      }
    }

    private void add(long source, long sum, long sumStep, long count) {
      DType type = from.dtype();
      long step = from.stride(5) * type.sizeBytes();
      if (type == DType.FLOAT32) {
        for (long i = 0; i < count; i++) {
          double value = HostBytes.floatAt(source + i * step);
          HostBytes.putDouble(sum + i * sumStep, HostBytes.doubleAt(sum + i * sumStep) + value);
        }
        return;
      }
      if (type == wide) {
        addWide(source, step, sum, sumStep, count);
        return;
      }
      long converted = sums + to.size(3) * wide.sizeBytes();
      StridedCopy.copy(type, source, step, wide, converted, wide.sizeBytes(), count);
      addWide(converted, wide.sizeBytes(), sum, sumStep, count);
    }

    private void addWide(long source, long step, long sum, long sumStep, long count) {
      for (int part = 0; part < wide.sizeBytes(); part += Double.BYTES) {
        for (long i = 0; i < count; i++) {
          long at = sum + part + i * sumStep;
          double value = HostBytes.doubleAt(source + part + i * step);
          HostBytes.putDouble(at, HostBytes.doubleAt(at) + value);
        }
      }
    }
  }
}
