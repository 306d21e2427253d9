package jackfield.backend.cpu.elementwise;

import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.aten.kernel.Row;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.error.InvalidArgument;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;

/**
 * Divides integers one by one, since vectors have no such instruction. All divisors are checked
 * before anything is written. There still is a 0 after that if a tensor that overlaps itself is
 * divided in place by itself, or if another thread writes it; then the result is 0.
 */
final class IntegerQuotients {
  private IntegerQuotients() {}

  static void run(String operator, ElementwiseIterator it, ByType<ByType<Row>> loops) {
    refuseZeros(operator, it);
    run(it, loops);
  }

  /** Computes without a check of the divisors. */
  static void run(ElementwiseIterator it, ByType<ByType<Row>> loops) {
    Row row = loops.of(it.commonType()).of(it.type(0));
    PointwiseKernel.forEachRow(it, row);
  }

  private static void refuseZeros(String operator, ElementwiseIterator it) {
    DType type = it.type(2);
    if (it.isRepeated(2)) {
      refuseZero(operator, it.count() == 0 ? 1 : Elements.longAt(type, it.address(2)));
      return;
    }
    Parallel.range(
        it.count(),
        PointwiseKernel.GRAIN,
        (from, to) ->
            it.forEachRow(
                from,
                to,
                (at, step, count) -> {
                  for (long i = 0; i < count; i++) {
                    refuseZero(operator, Elements.longAt(type, at[2] + i * step[2]));
                  }
                }));
  }

  private static void refuseZero(String operator, long divisor) {
    if (divisor == 0) {
      throw new InvalidArgument(operator, "other", "has a 0, by which no integer is divided");
    }
  }
}
