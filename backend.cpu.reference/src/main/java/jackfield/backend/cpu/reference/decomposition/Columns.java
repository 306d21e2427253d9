package jackfield.backend.cpu.reference.decomposition;

/** Complex columns of one length. */
final class Columns {
  private final int rows;
  private final double[][] real; // [column][row]
  private final double[][] imaginary;

  /** Creates columns of zeros. */
  Columns(int count, int rows) {
    this.rows = rows;
    this.real = new double[count][rows];
    this.imaginary = new double[count][rows];
  }

  /** Returns the columns of an identity matrix. */
  static Columns identity(int size) {
    Columns columns = new Columns(size, size);
    for (int i = 0; i < size; i++) {
      columns.real[i][i] = 1;
    }
    return columns;
  }

  int count() {
    return real.length;
  }

  int rows() {
    return rows;
  }

  double real(int column, int row) {
    return real[column][row];
  }

  double imaginary(int column, int row) {
    return imaginary[column][row];
  }

  void put(int column, int row, double re, double im) {
    real[column][row] = re;
    imaginary[column][row] = im;
  }

  /** Returns the largest magnitude of a real or imaginary part. */
  double largestPart() {
    double largest = 0;
    for (int column = 0; column < count(); column++) {
      for (int row = 0; row < rows; row++) {
        double part = Math.max(Math.abs(real[column][row]), Math.abs(imaginary[column][row]));
        largest = Math.max(largest, part);
      }
    }
    return largest;
  }

  /** Returns the sum of the squared magnitudes of a column. */
  double square(int column) {
    return realProduct(column, column);
  }

  /** Returns the real part of the product of the adjoint of one column and another. */
  double realProduct(int p, int q) {
    double sum = 0;
    for (int row = 0; row < rows; row++) {
      sum += real[p][row] * real[q][row] + imaginary[p][row] * imaginary[q][row];
    }
    return sum;
  }

  /** Returns the imaginary part of the product of the adjoint of one column and another. */
  double imaginaryProduct(int p, int q) {
    double sum = 0;
    for (int row = 0; row < rows; row++) {
      sum += real[p][row] * imaginary[q][row] - imaginary[p][row] * real[q][row];
    }
    return sum;
  }

  /** Multiplies a column by a real number. */
  void scale(int column, double by) {
    for (int row = 0; row < rows; row++) {
      real[column][row] *= by;
      imaginary[column][row] *= by;
    }
  }

  /** Subtracts the part of column {@code q} along column {@code p}, which has length 1. */
  void project(int p, int q) {
    double re = realProduct(p, q);
    double im = imaginaryProduct(p, q);
    for (int row = 0; row < rows; row++) {
      real[q][row] -= re * real[p][row] - im * imaginary[p][row];
      imaginary[q][row] -= re * imaginary[p][row] + im * real[p][row];
    }
  }

  /** Replaces p by {@code cos p - sin f̄ q}, and q by {@code cos q + sin f p}, for the phase f. */
  void rotate(int p, int q, Rotation by) {
    double re = by.sin() * by.real();
    double im = by.sin() * by.imaginary();
    for (int row = 0; row < rows; row++) {
      double realP = real[p][row];
      double imaginaryP = imaginary[p][row];
      double realQ = real[q][row];
      double imaginaryQ = imaginary[q][row];
      real[p][row] = by.cos() * realP - re * realQ - im * imaginaryQ;
      imaginary[p][row] = by.cos() * imaginaryP - re * imaginaryQ + im * realQ;
      real[q][row] = by.cos() * realQ + re * realP - im * imaginaryP;
      imaginary[q][row] = by.cos() * imaginaryQ + re * imaginaryP + im * realP;
    }
  }
}
