package jackfield.backend.cpu;

import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.aten.kernel.Row;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;

/** The kernel of {@code copy_}, the only kernel whose input and output have different types. */
final class CopyKernel {
  static final long GRAIN_BYTES = 1 << 20;

  private CopyKernel() {}

  static void run(ElementwiseIterator it, boolean nonBlocking) {
    DType from = it.type(1);
    DType to = it.type(0);
    if (it.isContiguous() && from == to) {
      Parallel.range(
          it.count() * to.sizeBytes(),
          GRAIN_BYTES,
          (first, last) ->
              HostBytes.copy(it.address(1) + first, it.address(0) + first, last - first));
    } else {
      Row row =
          (at, step, count) -> StridedCopy.copy(from, at[1], step[1], to, at[0], step[0], count);
      Parallel.range(
          it.count(), PointwiseKernel.GRAIN, (first, last) -> it.forEachRow(first, last, row));
    }
  }
}
