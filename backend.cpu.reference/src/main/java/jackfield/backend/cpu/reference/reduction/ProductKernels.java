package jackfield.backend.cpu.reference.reduction;

import jackfield.aten.Aten;
import jackfield.aten.kernel.ReductionIterator;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;

/**
 * Products, sums without NaN, logarithms of sums of powers of e, and norms, in double precision.
 */
public final class ProductKernels {
  private ProductKernels() {}

  /** Registers the kernels. */
  public static void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten.PROD, ProductKernels::prod)
        .structured(Aten.PROD_DIM_INT, ProductKernels::prod)
        .structured(Aten.NANSUM, ProductKernels::nansum)
        .structured(Aten.LOGSUMEXP, ProductKernels::logsumexp)
        .structured(Aten.LINALG_VECTOR_NORM, ProductKernels::vectorNorm);
  }

  private static void prod(ReductionIterator it) {
    DType type = it.inputType();
    Factors factors = new Factors(type);
    it.forEachOutput((output, input) -> {
      factors.clear();
      it.forEachReducedRow(input, factors);
      factors.put(it.outputType(), output);
    });
  }

  /** The product of elements of one type. */
  private static final class Factors implements ReductionIterator.ReducedRow {
    private final DType type;
    private final boolean isWhole;
    private long whole;
    private double real;
    private double imaginary;

    Factors(DType type) {
      this.type = type;
      this.isWhole = type.isIntegral() || type == DType.BOOL;
    }

    void clear() {
      whole = 1;
      real = 1;
      imaginary = 0;
    }

    @Override
    public void run(long address, long stepBytes, long count) {
      for (long i = 0; i < count; i++) {
        long at = address + i * stepBytes;
        if (isWhole) {
          whole *= Elements.longAt(type, at);
        } else if (type.isComplex()) {
          multiply(Elements.doubleAt(type, at), Elements.imaginaryAt(type, at));
        } else {
          real *= Elements.doubleAt(type, at);
        }
      }
    }

    private void multiply(double otherReal, double otherImaginary) {
      double product = real * otherReal - imaginary * otherImaginary;
      imaginary = real * otherImaginary + imaginary * otherReal;
      real = product;
    }

    void put(DType to, long address) {
      if (isWhole) {
        Elements.putLong(to, address, whole);
      } else if (to.isComplex()) {
        Elements.putComplex(to, address, real, imaginary);
      } else {
        Elements.putDouble(to, address, real);
      }
    }
  }

  private static void nansum(ReductionIterator it) {
    DType type = it.inputType();
    boolean isWhole = type.isIntegral() || type == DType.BOOL;
    it.forEachOutput((output, input) -> {
      double[] sum = {0};
      long[] whole = {0};
      it.forEachReducedRow(
          input,
          (address, stepBytes, count) -> {
            for (long i = 0; i < count; i++) {
              long at = address + i * stepBytes;
              double value = Elements.doubleAt(type, at);
              sum[0] += Double.isNaN(value) ? 0 : value;
              whole[0] += isWhole ? Elements.longAt(type, at) : 0;
            }
          });
      if (isWhole) {
        Elements.putLong(it.outputType(), output, whole[0]);
      } else {
        Elements.putDouble(it.outputType(), output, sum[0]);
      }
    });
  }

  private static void logsumexp(ReductionIterator it) {
    DType type = it.inputType();
    it.forEachOutput((output, input) -> {
      double largest = largest(it, input);
      double[] sum = {0, 0};
      it.forEachReducedRow(
          input,
          (address, stepBytes, count) -> {
            for (long i = 0; i < count; i++) {
              double power = Math.exp(Elements.doubleAt(type, address + i * stepBytes) - largest);
              double angle =
                  type.isComplex() ? Elements.imaginaryAt(type, address + i * stepBytes) : 0;
              sum[0] += angle == 0 ? power : power * Math.cos(angle);
              sum[1] += angle == 0 ? 0 : power * Math.sin(angle);
            }
          });
      if (type.isComplex()) {
        double size = Math.log(Math.hypot(sum[0], sum[1])) + largest;
        Elements.putComplex(it.outputType(), output, size, Math.atan2(sum[1], sum[0]));
      } else {
        Elements.putDouble(it.outputType(), output, Math.log(sum[0]) + largest);
      }
    });
  }

  /** Returns the largest of the elements' real parts; 0 if it is infinite or there is none. */
  private static double largest(ReductionIterator it, long input) {
    double[] largest = {Double.NEGATIVE_INFINITY};
    it.forEachReducedRow(
        input,
        (address, stepBytes, count) -> {
          for (long i = 0; i < count; i++) {
            double value = Elements.doubleAt(it.inputType(), address + i * stepBytes);
            largest[0] = Math.max(largest[0], value);
          }
        });
    return Double.isInfinite(largest[0]) ? 0 : largest[0];
  }

  private static void vectorNorm(ReductionIterator it, Scalar ord) {
    DType type = it.inputType();
    it.forEachOutput((output, input) -> {
      Norm norm = Norm.of(ord.toDouble());
      it.forEachReducedRow(
          input,
          (address, stepBytes, count) -> {
            for (long i = 0; i < count; i++) {
              long at = address + i * stepBytes;
              double real = Elements.doubleAt(type, at);
              norm.add(type.isComplex() ? Math.hypot(real, Elements.imaginaryAt(type, at)) : real);
            }
          });
      Elements.putDouble(it.outputType(), output, norm.value());
    });
  }
}
