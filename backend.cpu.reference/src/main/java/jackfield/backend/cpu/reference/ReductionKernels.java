package jackfield.backend.cpu.reference;

import jackfield.aten.kernel.ReductionIterator;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;

/** Reduces many elements to one. */
final class ReductionKernels {
  private ReductionKernels() {}

  static void sum(ReductionIterator it) {
    sum(it, 1);
  }

  static void mean(ReductionIterator it) {
    sum(it, (double) it.reducedCount());
  }

  /**
   * Computes sums in double precision, or modulo 2⁶⁴ for integers, and divides floats by {@code
   * divisor}.
   */
  private static void sum(ReductionIterator it, double divisor) {
    Sum sum = new Sum(it);
    DType type = it.outputType();
    it.forEachOutput((output, input) -> {
      sum.of(input);
      switch (type.category()) {
        case BOOLEAN, INTEGRAL -> Elements.putLong(type, output, sum.integer);
        case FLOATING -> Elements.putDouble(type, output, sum.real / divisor);
        case COMPLEX ->
            Elements.putComplex(type, output, sum.real / divisor, sum.imaginary / divisor);
      }
    });
  }

  /** Computes the maximum; NaN if one element is NaN. */
  static void amax(ReductionIterator it) {
    Largest largest = new Largest(it);
    DType type = it.inputType();
    it.forEachOutput((output, input) -> {
      largest.of(input);
      CopyKernels.element(type, largest.address, it.outputType(), output);
    });
  }

  /**
   * Computes the position of the maximum: the first of equal elements, and the first NaN if there
   * is one.
   */
  static void argmax(ReductionIterator it) {
    Largest largest = new Largest(it);
    it.forEachOutput((output, input) -> {
      largest.of(input);
      Elements.putLong(it.outputType(), output, largest.position);
    });
  }

  /** The sum of the elements that are reduced to one output element. */
  private static final class Sum {
    private final ReductionIterator it;
    private final DType type;
    private final boolean isExact; // integers or booleans
    private long integer; // the next three fields are written by of(…), once per output element
    private double real;
    private double imaginary;

    Sum(ReductionIterator it) {
      this.it = it;
      this.type = it.inputType();
      this.isExact = it.outputType().isIntegral() || it.outputType() == DType.BOOL;
    }

    void of(long input) {
      integer = 0;
      real = 0;
      imaginary = 0;
      it.forEachReducedRow(input, isExact ? this::addIntegers : this::addFloats);
    }

    private void addIntegers(long address, long stepBytes, long count) {
      for (long i = 0; i < count; i++) {
        integer += Elements.longAt(type, address + i * stepBytes);
      }
    }

    private void addFloats(long address, long stepBytes, long count) {
      double sum = 0;
      for (long i = 0; i < count; i++) {
        sum += Elements.doubleAt(type, address + i * stepBytes);
      }
      real += sum;
      if (type.isComplex()) {
        addImaginaries(address, stepBytes, count);
      }
    }

    private void addImaginaries(long address, long stepBytes, long count) {
      for (long i = 0; i < count; i++) {
        imaginary += Elements.imaginaryAt(type, address + i * stepBytes);
      }
    }
  }

  /** The largest of the elements that are reduced to one output element. */
  private static final class Largest {
    private final ReductionIterator it;
    private final DType type;
    private final boolean isExact;
    private long seen; // the next three fields are written by of(…), once per output element
    private long position;
    private long address;

    Largest(ReductionIterator it) {
      this.it = it;
      this.type = it.inputType();
      this.isExact = type.isIntegral() || type == DType.BOOL;
    }

    void of(long input) {
      seen = 0;
      position = 0;
      address = input;
      it.forEachReducedRow(input, this::compare);
    }

    private void compare(long from, long stepBytes, long count) {
      for (long i = 0; i < count; i++) {
        long candidate = from + i * stepBytes;
        if (isExact ? isLargerInteger(candidate) : isLargerFloat(candidate)) {
          address = candidate;
          position = seen;
        }
        seen++;
      }
    }

    private boolean isLargerInteger(long candidate) {
      return Elements.longAt(type, candidate) > Elements.longAt(type, address);
    }

    private boolean isLargerFloat(long candidate) {
      double best = Elements.doubleAt(type, address);
      double value = Elements.doubleAt(type, candidate);
      return value > best || (Double.isNaN(value) && !Double.isNaN(best));
    }
  }
}
