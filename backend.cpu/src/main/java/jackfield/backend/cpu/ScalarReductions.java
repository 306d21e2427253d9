package jackfield.backend.cpu;

import jackfield.aten.kernel.ReductionIterator;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;

/** Sums element by element, for the types and layouts without a vector loop. */
final class ScalarReductions {
  private final ReductionIterator it;
  private final DType type;
  private long
      integer; // the next two fields are written while the rows of one output element are reduced
  private double real;
  private double imaginary;

  private ScalarReductions(ReductionIterator it) {
    this.it = it;
    this.type = it.inputType();
  }

  /**
   * Computes sums in double precision, or modulo 2⁶⁴ for integers, and divides floats by {@code
   * divisor}.
   */
  static void sum(ReductionIterator it, double divisor) {
    Parallel.range(
        it.outputCount(),
        ReductionKernels.grain(it),
        (from, to) -> new ScalarReductions(it).sumAll(from, to, divisor));
  }

  private void sumAll(long from, long to, double divisor) {
    DType result = it.outputType();
    it.forEachOutput(
        from,
        to,
        (output, input) -> {
          integer = 0;
          real = 0;
          imaginary = 0;
          it.forEachReducedRow(input, this::add);
          switch (result.category()) {
            case BOOLEAN, INTEGRAL -> Elements.putLong(result, output, integer);
            case FLOATING -> Elements.putDouble(result, output, real / divisor);
            case COMPLEX ->
                Elements.putComplex(result, output, real / divisor, imaginary / divisor);
          }
        });
  }

  private void add(long address, long step, long count) {
    switch (type.category()) {
      case BOOLEAN, INTEGRAL -> {
        for (long i = 0; i < count; i++) {
          integer += Elements.longAt(type, address + i * step);
        }
      }
      case FLOATING -> {
        for (long i = 0; i < count; i++) {
          real += Elements.doubleAt(type, address + i * step);
        }
      }
      case COMPLEX -> {
        for (long i = 0; i < count; i++) {
          real += Elements.doubleAt(type, address + i * step);
          imaginary += Elements.imaginaryAt(type, address + i * step);
        }
      }
    }
  }
}
