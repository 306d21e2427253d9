package jackfield.backend.cpu.moves;

import jackfield.aten.kernel.LinePlan;
import jackfield.backend.cpu.memory.DenseCopy;
import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.Tensor;

/** The kernel of {@code cat}, which copies each tensor to its slices of the output. */
public final class JoinKernels {
  private JoinKernels() {}

  /** Joins tensors; tensors without elements are skipped. */
  public static void cat(LinePlan plan) {
    int along = plan.dim();
    Tensor out = plan.output(0);
    long start = 0;
    for (int i = 0; i < plan.inputCount(); i++) {
      Tensor tensor = plan.input(i);
      if (tensor.elementCount() > 0) {
        if (tensor.dtype() == out.dtype() && tensor.isContiguous() && out.isContiguous()) {
          copyBlocks(tensor, out, along, start);
        } else {
          Slices.copyLines(tensor, Slices.narrow(out, along, start, tensor.size(along)));
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
    long block = Slices.blockBytes(from, dim);
    long step = Slices.blockBytes(to, dim);
    long count = from.elementCount() * from.dtype().sizeBytes() / block;
    long source = from.address();
    long target = to.address() + start * (step / to.size(dim));
    if (count == 1) {
      DenseCopy.run(source, target, block);
      return;
    }
    Parallel.range(
        count,
        Math.max(1, Slices.GRAIN_BYTES / block),
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
}
