package jackfield.backend.cpu;

import jackfield.aten.kernel.ReductionIterator;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import java.util.function.Function;

/** Reductions element by element, for the types and layouts without a vector loop. */
final class ScalarReductions {
  private final ReductionIterator it;
  private final DType type;
  private long
      integer; // the next six fields are written while the rows of one output element are reduced
  private double real;
  private double imaginary;
  private long seen;
  private long best;
  private long position;

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

  static void amax(ReductionIterator it) {
    int size = it.inputType().sizeBytes();
    forEachPart(
        it,
        fold ->
            (output, input) -> {
              fold.findLargest(input);
              HostBytes.copy(fold.best, output, size);
            });
  }

  static void argmax(ReductionIterator it) {
    forEachPart(
        it,
        fold ->
            (output, input) -> {
              fold.findLargest(input);
              Elements.putLong(it.outputType(), output, fold.position);
            });
  }

  /** Runs a cell over parts of the output with several threads, each with a fold of its own. */
  private static void forEachPart(
      ReductionIterator it, Function<ScalarReductions, ReductionIterator.Cell> cell) {
    Parallel.range(
        it.outputCount(),
        ReductionKernels.grain(it),
        (from, to) -> it.forEachOutput(from, to, cell.apply(new ScalarReductions(it))));
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

  private void findLargest(long input) {
    seen = 0;
    position = 0;
    best = input;
    it.forEachReducedRow(input, this::compare);
  }

  private void compare(long address, long step, long count) {
    for (long i = 0; i < count; i++) {
      long candidate = address + i * step;
      if (type.isFloating() ? isLargerFloat(candidate) : isLargerInteger(candidate)) {
        best = candidate;
        position = seen;
      }
      seen++;
    }
  }

  private boolean isLargerInteger(long candidate) {
    return Elements.longAt(type, candidate) > Elements.longAt(type, best);
  }

  private boolean isLargerFloat(long candidate) {
    double found = Elements.doubleAt(type, best);
    double value = Elements.doubleAt(type, candidate);
    return value > found || (Double.isNaN(value) && !Double.isNaN(found));
  }
}
