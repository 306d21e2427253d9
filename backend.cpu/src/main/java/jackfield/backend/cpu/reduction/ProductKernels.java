package jackfield.backend.cpu.reduction;

import jackfield.aten.kernel.ReductionIterator;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;

/**
 * Multiplies elements, in double precision or modulo 2⁶⁴. Four float32 elements in a row are
 * multiplied first: their product is a double, neither too great nor too small. Everything else is
 * multiplied in order, since other orders can overflow where this one does not.
 */
public final class ProductKernels {
  private ProductKernels() {}

  /** Computes products. */
  public static void prod(ReductionIterator it) {
    PackedFolds.forEachIndex(
        it,
        at -> {
          Product product = new Product(it.inputType());
          it.forEachReducedRow(at[1], product);
          product.put(it.outputType(), at[0]);
        });
  }

  /** The product of the elements of one output. */
  private static final class Product implements ReductionIterator.ReducedRow {
    private final DType type;
    private long whole = 1; // the product so far, written by run(…), as are the next two
    private double real = 1;
    private double imaginary;

    Product(DType type) {
      this.type = type;
    }

    @Override
    public void run(long address, long step, long count) {
      switch (type) {
        case FLOAT32 -> real = floats(real, address, step, count);
        case FLOAT64 -> real = doubles(real, address, step, count);
        case INT64 -> whole = longs(whole, address, step, count);
        default -> runAny(address, step, count);
      }
    }

    private static double floats(double start, long address, long step, long count) {
      double product = start;
      long i = 0;
      for (; i <= count - 4; i += 4) {
        long at = address + i * step;
        double first = (double) HostBytes.floatAt(at) * HostBytes.floatAt(at + step);
        double second =
            (double) HostBytes.floatAt(at + 2 * step) * HostBytes.floatAt(at + 3 * step);
        product *= first * second;
      }
      for (; i < count; i++) {
        product *= HostBytes.floatAt(address + i * step);
      }
      return product;
    }

    private static double doubles(double start, long address, long step, long count) {
      double product = start;
      for (long i = 0; i < count; i++) {
        product *= HostBytes.doubleAt(address + i * step);
      }
      return product;
    }

    private static long longs(long start, long address, long step, long count) {
      long product = start;
      for (long i = 0; i < count; i++) {
        product *= HostBytes.longAt(address + i * step);
      }
      return product;
    }

    private void runAny(long address, long step, long count) {
      for (long i = 0; i < count; i++) {
        long at = address + i * step;
        switch (type.category()) {
          case BOOLEAN, INTEGRAL -> whole *= Elements.longAt(type, at);
          case FLOATING -> real *= Elements.doubleAt(type, at);
          case COMPLEX -> multiply(Elements.doubleAt(type, at), Elements.imaginaryAt(type, at));
        }
      }
    }

    private void multiply(double otherReal, double otherImaginary) {
      double product = real * otherReal - imaginary * otherImaginary;
      imaginary = real * otherImaginary + imaginary * otherReal;
      real = product;
    }

    void put(DType to, long address) {
      switch (type.category()) {
        case BOOLEAN, INTEGRAL -> Elements.putLong(to, address, whole);
        case FLOATING -> Elements.putDouble(to, address, real);
        case COMPLEX -> Elements.putComplex(to, address, real, imaginary);
      }
    }
  }
}
