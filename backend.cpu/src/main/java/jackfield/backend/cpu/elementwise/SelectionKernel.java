package jackfield.backend.cpu.elementwise;

import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.PointwiseLoops;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;

/**
 * The kernel of {@code where}, which copies bits without interpreting them, as integers of the
 * element's size.
 */
public final class SelectionKernel {
  private final ByType<PointwiseLoop> loops = PointwiseLoops.where();
  private final Workspaces workspaces;

  SelectionKernel(Workspaces workspaces) {
    this.workspaces = workspaces;
  }

  void run(ElementwiseIterator it) {
    if (it.commonType() == DType.COMPLEX128) {
      Parallel.range(
          it.count(),
          PointwiseKernel.GRAIN,
          (from, to) -> it.forEachRow(from, to, SelectionKernel::row));
      return;
    }
    DType bits = integerOf(it.commonType().sizeBytes());
    if (it.isContiguous()) {
      long element = bits.sizeBytes();
      PointwiseLoop loop = loops.of(bits);
      Parallel.range(
          it.count(),
          PointwiseKernel.GRAIN,
          (from, to) ->
              loop.run(
                  it.address(0) + from * element,
                  it.address(1) + from,
                  it.address(2) + from * element,
                  it.address(3) + from * element,
                  to - from,
                  Scalar.ZERO));
    } else {
      DType[] types = {bits, DType.BOOL, bits, bits};
      BlockedRows.run(it, types, loops, bits, new Scalar[0], workspaces);
    }
  }

  /** Returns the integer type of {@code size} bytes. */
  public static DType integerOf(int size) {
    return switch (size) {
      case 1 -> DType.INT8;
      case 2 -> DType.INT16;
      case 4 -> DType.INT32;
      default -> DType.INT64;
    };
  }

  private static void row(long[] at, long[] step, long count) {
    for (long i = 0; i < count; i++) {
      int chosen = HostBytes.byteAt(at[1] + i * step[1]) != 0 ? 2 : 3;
      long from = at[chosen] + i * step[chosen];
      HostBytes.copy(from, at[0] + i * step[0], DType.COMPLEX128.sizeBytes());
    }
  }
}
