package jackfield.backend.cpu;

import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.backend.cpu.elementwise.PointwiseKernel;
import jackfield.backend.cpu.elementwise.SelectionKernel;
import jackfield.backend.cpu.elementwise.SharedLoops;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.memory.DenseCopy;
import jackfield.backend.cpu.memory.StridedCopy;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;

/**
 * Writes one number to all elements. The number is converted once and then written as an integer of
 * the element's size.
 */
final class FillKernels {
  private final ByType<PointwiseLoop> loops;
  private final Workspaces workspaces;

  FillKernels(SharedLoops shared, Workspaces workspaces) {
    this.loops = shared.fill();
    this.workspaces = workspaces;
  }

  void zero(ElementwiseIterator it) {
    if (it.isContiguous()) {
      Parallel.range(
          it.count() * it.type(0).sizeBytes(),
          DenseCopy.GRAIN_BYTES,
          (from, to) -> HostBytes.zero(it.address(0) + from, to - from));
    } else {
      fill(it, Scalar.ZERO);
    }
  }

  void fill(ElementwiseIterator it, Scalar value) {
    DType type = it.type(0);
    workspaces.use(
        type.sizeBytes(),
        element -> {
          Elements.putScalar(type, element, value);
          if (it.isContiguous() && type != DType.COMPLEX128) {
            DType bits = SelectionKernel.integerOf(type.sizeBytes());
            Scalar pattern = Elements.scalarAt(bits, element);
            PointwiseLoop loop = loops.of(bits);
            Parallel.range(
                it.count(),
                PointwiseKernel.GRAIN,
                (from, to) ->
                    loop.run(it.address(0) + from * type.sizeBytes(), 0, 0, 0, to - from, pattern));
          } else {
            it.forEachRow((at, step, count) ->
                StridedCopy.move(type.sizeBytes(), element, 0, at[0], step[0], count));
          }
        });
  }
}
