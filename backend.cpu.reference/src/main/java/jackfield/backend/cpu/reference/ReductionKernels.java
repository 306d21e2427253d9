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
    extremes(it, true);
  }

  /** Computes the minimum; NaN if one element is NaN. */
  static void amin(ReductionIterator it) {
    extremes(it, false);
  }

  private static void extremes(ReductionIterator it, boolean largest) {
    Extreme extreme = new Extreme(it, largest);
    it.forEachOutput((output, input) -> {
      extreme.of(input);
      extreme.put(0, output);
    });
  }

  /** Computes the maximum and its position, as {@link #amax} and {@link #argmax} do. */
  static void max(ReductionIterator it) {
    extremesAndPositions(it, true);
  }

  /** Computes the minimum and its position; the first NaN if there is one. */
  static void min(ReductionIterator it) {
    extremesAndPositions(it, false);
  }

  private static void extremesAndPositions(ReductionIterator it, boolean largest) {
    Extreme extreme = new Extreme(it, largest);
    it.forEachOutputs(at -> {
      extreme.of(at[2]);
      extreme.put(0, at[0]);
      Elements.putLong(it.outputType(1), at[1], extreme.position);
    });
  }

  /** Computes minimum and maximum; both are NaN if one element is NaN. */
  static void aminmax(ReductionIterator it) {
    Extreme smallest = new Extreme(it, false);
    Extreme largest = new Extreme(it, true);
    it.forEachOutputs(at -> {
      smallest.of(at[2]);
      smallest.put(0, at[0]);
      largest.of(at[2]);
      largest.put(1, at[1]);
    });
  }

  /**
   * Computes the position of the maximum: the first of equal elements, and the first NaN if there
   * is one.
   */
  static void argmax(ReductionIterator it) {
    Extreme largest = new Extreme(it, true);
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

  /** The largest or smallest of the elements that are reduced to one output element. */
  private static final class Extreme {
    private final ReductionIterator it;
    private final boolean isLargest;
    private final DType type;
    private final boolean isExact;
    private long seen; // the next three fields are written by of(…), once per output element
    private long position;
    private long address;

    Extreme(ReductionIterator it, boolean isLargest) {
      this.it = it;
      this.isLargest = isLargest;
      this.type = it.inputType();
      this.isExact = type.isIntegral() || type == DType.BOOL;
    }

    void of(long input) {
      seen = 0;
      position = 0;
      address = input;
      it.forEachReducedRow(input, this::compare);
    }

    void put(int output, long to) {
      CopyKernels.element(type, address, it.outputType(output), to);
    }

    private void compare(long from, long stepBytes, long count) {
      for (long i = 0; i < count; i++) {
        long candidate = from + i * stepBytes;
        if (isExact ? isBetterInteger(candidate) : isBetterFloat(candidate)) {
          address = candidate;
          position = seen;
        }
        seen++;
      }
    }

    private boolean isBetterInteger(long candidate) {
      long best = Elements.longAt(type, address);
      long value = Elements.longAt(type, candidate);
      return isLargest ? value > best : value < best;
    }

    private boolean isBetterFloat(long candidate) {
      double best = Elements.doubleAt(type, address);
      double value = Elements.doubleAt(type, candidate);
      boolean isBetter = isLargest ? value > best : value < best;
      return isBetter || (Double.isNaN(value) && !Double.isNaN(best));
    }
  }
}
