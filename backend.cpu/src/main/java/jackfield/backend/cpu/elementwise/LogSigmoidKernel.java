package jackfield.backend.cpu.elementwise;

import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.backend.cpu.loops.FunctionLoops;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;

/**
 * The kernel of {@code log_sigmoid_forward}, which has two outputs: the logarithm of the sigmoid,
 * and exp(−|a|). Elements with gaps and those of 16 bits are computed one by one.
 */
final class LogSigmoidKernel {
  private final ByType<PointwiseLoop> decays = FunctionLoops.function("decay");
  private final ByType<PointwiseLoop> logarithms = FunctionLoops.functionOfTwo("logSigmoid");

  void run(ElementwiseIterator it) {
    DType type = it.commonType();
    if (!it.isContiguous() || type.isHalf()) {
      Parallel.range(
          it.count(),
          PointwiseKernel.GRAIN,
          (from, to) -> it.forEachRow(from, to, (at, step, count) -> row(type, at, step, count)));
      return;
    }
    PointwiseLoop decay = decays.of(type);
    PointwiseLoop logarithm = logarithms.of(type);
    long element = type.sizeBytes();
    Parallel.range(
        it.count(),
        PointwiseKernel.GRAIN,
        (from, to) -> {
          long out = it.address(0) + from * element;
          long buffer = it.address(1) + from * element;
          long self = it.address(2) + from * element;
          decay.run(buffer, self, 0, 0, to - from, Scalar.ONE);
          logarithm.run(out, self, buffer, 0, to - from, Scalar.ONE);
        });
  }

  private static void row(DType type, long[] at, long[] step, long count) {
    for (long i = 0; i < count; i++) {
      double value = Elements.doubleAt(type, at[2] + i * step[2]);
      double decay = Math.exp(-Math.abs(value));
      Elements.putDouble(type, at[0] + i * step[0], Math.min(value, 0) - Math.log1p(decay));
      Elements.putDouble(type, at[1] + i * step[1], decay);
    }
  }
}
