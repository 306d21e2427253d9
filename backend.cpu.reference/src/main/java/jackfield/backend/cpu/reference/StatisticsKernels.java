package jackfield.backend.cpu.reference;

import jackfield.aten.kernel.ReductionIterator;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;

/**
 * Variances and standard deviations in two passes: the mean, then the squares of the distances from
 * it, all in double precision.
 */
final class StatisticsKernels {
  private StatisticsKernels() {}

  static void var(ReductionIterator it, Scalar correction) {
    run(it, correction, false);
  }

  static void std(ReductionIterator it, Scalar correction) {
    run(it, correction, true);
  }

  /** Without a correction the divisor is one less than the number of elements. */
  private static void run(ReductionIterator it, Scalar correction, boolean isRoot) {
    double less = correction == null ? 1 : correction.toDouble();
    double divisor = Math.max(0, it.reducedCount() - less);
    boolean hasMean = it.outputs() > 1;
    it.forEachOutputs(at -> {
      Spread spread = new Spread(it, at[it.outputs()]);
      double variance = spread.squares / divisor;
      Elements.putDouble(it.outputType(0), at[0], isRoot ? Math.sqrt(variance) : variance);
      if (hasMean) {
        spread.putMean(it.outputType(1), at[1]);
      }
    });
  }

  /** The mean of the elements that are reduced to one, and the sum of squared distances to it. */
  private static final class Spread {
    private final DType type;
    private final boolean isComplex;
    private double real;
    private double imaginary;
    private double squares;

    Spread(ReductionIterator it, long input) {
      type = it.inputType();
      isComplex = type.isComplex();
      it.forEachReducedRow(input, this::add);
      real /= it.reducedCount();
      imaginary /= it.reducedCount();
      it.forEachReducedRow(input, this::addSquares);
      squares = it.reducedCount() == 0 ? Double.NaN : squares;
    }

    private void add(long address, long stepBytes, long count) {
      for (long i = 0; i < count; i++) {
        real += Elements.doubleAt(type, address + i * stepBytes);
        imaginary += isComplex ? Elements.imaginaryAt(type, address + i * stepBytes) : 0;
      }
    }

    private void addSquares(long address, long stepBytes, long count) {
      for (long i = 0; i < count; i++) {
        double distance = Elements.doubleAt(type, address + i * stepBytes) - real;
        squares += distance * distance;
        if (isComplex) {
          distance = Elements.imaginaryAt(type, address + i * stepBytes) - imaginary;
          squares += distance * distance;
        }
      }
    }

    void putMean(DType to, long address) {
      if (to.isComplex()) {
        Elements.putComplex(to, address, real, imaginary);
      } else {
        Elements.putDouble(to, address, real);
      }
    }
  }
}
