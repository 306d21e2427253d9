package jackfield.backend.cpu;

import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;

/** The kernel of {@code copy_}, the only kernel whose input and output have different types. */
final class CopyKernel {
  private CopyKernel() {}

  static void run(ElementwiseIterator it, boolean nonBlocking) {
    DType from = it.type(1);
    DType to = it.type(0);
    if (it.isContiguous() && from == to) {
      HostBytes.copy(it.address(1), it.address(0), it.count() * to.sizeBytes());
    } else {
      it.forEachRow(
          (at, step, count) -> StridedCopy.copy(from, at[1], step[1], to, at[0], step[0], count));
    }
  }
}
