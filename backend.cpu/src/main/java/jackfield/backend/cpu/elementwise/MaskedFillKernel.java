package jackfield.backend.cpu.elementwise;

import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.PointwiseLoops;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;

/**
 * The kernel of {@code masked_fill_}, which copies bits without interpreting them, as integers of
 * the element's size.
 */
final class MaskedFillKernel {
  private static final int VALUE = 3; // the operand of a value that is a tensor

  private final ByType<PointwiseLoop> numbers = PointwiseLoops.maskedFill(true);
  private final ByType<PointwiseLoop> tensors = PointwiseLoops.maskedFill(false);
  private final Workspaces workspaces;

  MaskedFillKernel(Workspaces workspaces) {
    this.workspaces = workspaces;
  }

  void run(ElementwiseIterator it) {
    DType type = it.type(0);
    if (type == DType.COMPLEX128) {
      rows(it, Scalar.ZERO);
    } else {
      DType bits = SelectionKernel.integerOf(type.sizeBytes());
      run(it, tensors, bits, Scalar.ZERO, bits, bits, DType.BOOL, bits);
    }
  }

  void run(ElementwiseIterator it, Scalar value) {
    DType type = it.type(0);
    if (type == DType.COMPLEX128) {
      rows(it, value);
      return;
    }
    DType bits = SelectionKernel.integerOf(type.sizeBytes());
    workspaces.use(
        Long.BYTES,
        scratch -> {
          Elements.putScalar(type, scratch, value);
          Scalar number = Scalar.of(Elements.longAt(bits, scratch));
          run(it, numbers, bits, number, bits, bits, DType.BOOL);
        });
  }

  private void run(
      ElementwiseIterator it,
      ByType<PointwiseLoop> loops,
      DType bits,
      Scalar number,
      DType... types) {
    if (!it.isContiguous()) {
      BlockedRows.run(it, types, loops, bits, new Scalar[] {number}, workspaces);
      return;
    }
    PointwiseLoop loop = loops.of(bits);
    long element = bits.sizeBytes();
    long values = it.address(types.length - 1);
    Parallel.range(
        it.count(),
        PointwiseKernel.GRAIN,
        (from, to) ->
            loop.run(
                it.address(0) + from * element,
                it.address(1) + from * element,
                it.address(2) + from,
                values + from * element,
                to - from,
                number));
  }

  private static void rows(ElementwiseIterator it, Scalar value) {
    DType type = it.type(0);
    Parallel.range(
        it.count(),
        PointwiseKernel.GRAIN,
        (from, to) ->
            it.forEachRow(
                from,
                to,
                (at, step, count) -> {
                  for (long i = 0; i < count; i++) {
                    boolean isFilled = HostBytes.byteAt(at[2] + i * step[2]) != 0;
                    int chosen = isFilled ? VALUE : 1;
                    long out = at[0] + i * step[0];
                    if (isFilled && at.length == VALUE) {
                      Elements.putScalar(type, out, value);
                    } else {
                      HostBytes.copy(at[chosen] + i * step[chosen], out, type.sizeBytes());
                    }
                  }
                }));
  }
}
