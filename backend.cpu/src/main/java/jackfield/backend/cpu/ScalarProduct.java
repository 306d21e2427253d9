package jackfield.backend.cpu;

import jackfield.backend.cpu.elementwise.Complex;
import jackfield.backend.cpu.loops.matrix.Matrix;
import jackfield.backend.cpu.loops.matrix.MatrixProduct;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;

/**
 * A matrix product for types that {@link jackfield.backend.cpu.loops.MatrixLoop} does not support:
 * integers in 64 bits, float16, bfloat16 and complex numbers in double precision, rounded once.
 */
final class ScalarProduct {
  private final DType type;
  private final MatrixProduct product;
  private final Matrix added; // null if beta is 0
  private final Scalar beta;
  private final Scalar alpha;

  ScalarProduct(DType type, MatrixProduct product, Matrix added, Scalar beta, Scalar alpha) {
    this.type = type;
    this.product = product;
    this.added = beta.is(0) ? null : added;
    this.beta = beta;
    this.alpha = alpha;
  }

  void run() {
    for (long row = 0; row < product.rows(); row++) {
      for (long column = 0; column < product.columns(); column++) {
        long to = product.out().at(row, column);
        switch (type.category()) {
          case BOOLEAN, INTEGRAL -> Elements.putLong(type, to, integer(row, column));
          case FLOATING -> Elements.putDouble(type, to, real(row, column));
          case COMPLEX -> {
            Complex value = complex(row, column);
            Elements.putComplex(type, to, value.re(), value.im());
          }
        }
      }
    }
  }

  private long integer(long row, long column) {
    long sum = 0;
    for (long k = 0; k < product.depth(); k++) {
      long left = Elements.longAt(type, product.a().at(row, k));
      sum += left * Elements.longAt(type, product.b().at(k, column));
    }
    long base = added == null ? 0 : beta.toLong() * Elements.longAt(type, added.at(row, column));
    return base + alpha.toLong() * sum;
  }

  private double real(long row, long column) {
    double sum = 0;
    for (long k = 0; k < product.depth(); k++) {
      double left = Elements.doubleAt(type, product.a().at(row, k));
      sum += left * Elements.doubleAt(type, product.b().at(k, column));
    }
    double base =
        added == null ? 0 : beta.toDouble() * Elements.doubleAt(type, added.at(row, column));
    return base + alpha.toDouble() * sum;
  }

  private Complex complex(long row, long column) {
    Complex sum = new Complex(0, 0);
    for (long k = 0; k < product.depth(); k++) {
      Complex left = Complex.at(type, product.a().at(row, k));
      sum = sum.plus(left.times(Complex.at(type, product.b().at(k, column))));
    }
    Complex scaled = sum.times(Complex.of(alpha));
    return added == null
        ? scaled
        : scaled.plus(Complex.at(type, added.at(row, column)).times(Complex.of(beta)));
  }
}
