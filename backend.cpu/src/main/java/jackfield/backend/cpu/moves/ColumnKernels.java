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
 * The kernel of {@code im2col}: under one tap, the windows of a row are over elements of a row of
 * the plane, so a row is one copy with zeros before and after it.
 */
public final class ColumnKernels {
  private static final long GRAIN = 1 << 15; // elements of a part of a parallel loop
  private static final long LONG = 64; // zeros that are worth a call

  private final Workspaces workspaces;

  /** Creates the kernel. */
  public ColumnKernels(Workspaces workspaces) {
    this.workspaces = workspaces;
  }

  /** Writes the elements under each tap of all windows; those of the padding are 0. */
  public void columns(BlockPlan plan) {
    Tensor to = plan.columns(plan.output(0));
    if (to.elementCount() == 0) {
      return;
    }
    Tensor from = plan.planes(plan.input(0));
    long taps = to.size(2) * to.size(3);
    long grain = Math.max(1, GRAIN / (to.size(4) * to.size(5)));
    workspaces.use(
        DType.COMPLEX128.sizeBytes(),
        zero -> {
          HostBytes.zero(zero, DType.COMPLEX128.sizeBytes());
          Rows rows = new Rows(plan.windows(), from, to, zero);
          Parallel.range(
              to.size(0) * to.size(1) * taps,
              grain,
              (first, end) -> {
                for (long part = first; part < end; part++) {
                  rows.write(part / taps, part % taps);
                }
              });
        });
  }

  /**
   * The rows of windows under one tap.
   *
   * @param from [batch, channels, height, width]
   * @param to [batch, channels, tap rows, tap columns, rows, columns]
   * @param zero the address of an element
   */
  private record Rows(Windows windows, Tensor from, Tensor to, long zero) {
    private int size() {
      return to.dtype().sizeBytes();
    }

    void write(long plane, long tap) {
      long batch = plane / to.size(1);
      long channel = plane % to.size(1);
      long tapRow = tap / to.size(3);
      long tapColumn = tap % to.size(3);
      long source = from.address() + (batch * from.stride(0) + channel * from.stride(1)) * size();
      long offset = batch * to.stride(0) + channel * to.stride(1);
      offset += tapRow * to.stride(2) + tapColumn * to.stride(3);
      for (long row = 0; row < to.size(4); row++) {
        long target = to.address() + (offset + row * to.stride(4)) * size();
        long y = windows.index(0, row, tapRow);
        if (windows.contains(0, y)) {
          writeRow(source + y * from.stride(2) * size(), windows.index(1, 0, tapColumn), target);
        } else {
          clear(target, to.size(5));
        }
      }
    }

    /** Writes a row whose first window has the tap over column {@code start}. */
    private void writeRow(long source, long start, long target) {
      long stride = windows.stride()[1];
      long columns = to.size(5);
      long first = Math.clamp(Math.ceilDiv(-start, stride), 0, columns);
      long end = Math.clamp(Math.ceilDiv(from.size(3) - start, stride), first, columns);
      long step = to.stride(5) * size();
      long fromStep = from.stride(3) * size();
      clear(target, first);
      long inside = source + (start + first * stride) * fromStep;
      if (first < end) {
        StridedCopy.move(
            size(), inside, fromStep * stride, target + first * step, step, end - first);
      }
      clear(target + end * step, columns - end);
    }

    private void clear(long target, long count) {
      long step = to.stride(5) * size();
      if (step == size() && count > LONG) {
        HostBytes.zero(target, count * step);
      } else if (count > 0) {
        StridedCopy.move(size(), zero, 0, target, step, count);
      }
    }
  }
}
