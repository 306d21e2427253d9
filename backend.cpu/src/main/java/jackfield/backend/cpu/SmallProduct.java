package jackfield.backend.cpu;

import jackfield.backend.cpu.loops.matrix.Matrix;
import jackfield.backend.cpu.loops.matrix.MatrixProduct;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;

/**
 * Products of float32 or float64 so small that copying them to panels would take longer than they
 * do. A scalar loop also runs at a fair speed before it is compiled: the first products of a kernel
 * just plugged take microseconds, while the same product by interpreted calls of the Vector API
 * takes milliseconds (decision 0009).
 */
final class SmallProduct {
  /** Up to so many multiplications a product counts as small. */
  private static final long MOST = 1024;

  private SmallProduct() {}

  static boolean isSmall(MatrixProduct product) {
    long least = Math.min(product.rows(), Math.min(product.columns(), product.depth()));
    long most = Math.max(product.rows(), Math.max(product.columns(), product.depth()));
    return most <= MOST
        && product.rows() * product.columns() * product.depth() <= MOST
        && least > 0;
  }

  /** Adds {@code product} to its output; sums are computed in double precision. */
  static void run(DType type, MatrixProduct product) {
    if (type == DType.FLOAT32) {
      floats(product);
    } else {
      doubles(product);
    }
  }

  private static void floats(MatrixProduct product) {
    for (long row = 0; row < product.rows(); row++) {
      for (long column = 0; column < product.columns(); column++) {
        double sum = floats(product.a().from(row, 0), product.b().from(0, column), product.depth());
        long to = product.out().at(row, column);
        HostBytes.putFloat(to, (float) (HostBytes.floatAt(to) + product.alpha() * sum));
      }
    }
  }

  private static double floats(Matrix row, Matrix column, long depth) {
    double sum = 0;
    long left = row.address();
    long right = column.address();
    for (long k = 0; k < depth; k++) {
      sum += (double) HostBytes.floatAt(left) * HostBytes.floatAt(right);
      left += row.columnStep();
      right += column.rowStep();
    }
    return sum;
  }

  private static void doubles(MatrixProduct product) {
    for (long row = 0; row < product.rows(); row++) {
      for (long column = 0; column < product.columns(); column++) {
        double sum =
            doubles(product.a().from(row, 0), product.b().from(0, column), product.depth());
        long to = product.out().at(row, column);
        HostBytes.putDouble(to, HostBytes.doubleAt(to) + product.alpha() * sum);
      }
    }
  }

  private static double doubles(Matrix row, Matrix column, long depth) {
    double sum = 0;
    long left = row.address();
    long right = column.address();
    for (long k = 0; k < depth; k++) {
      sum += HostBytes.doubleAt(left) * HostBytes.doubleAt(right);
      left += row.columnStep();
      right += column.rowStep();
    }
    return sum;
  }
}
