package jackfield.backend.cpu.reference.linalg;

import java.util.Arrays;

/** A complex matrix, row-major. Methods that return a matrix return a new one. */
final class Dense {
  final int rows;
  final int columns;
  final double[] re;
  final double[] im;

  /** Creates a matrix of zeros. */
  Dense(int rows, int columns) {
    this.rows = rows;
    this.columns = columns;
    this.re = new double[Math.multiplyExact(rows, columns)];
    this.im = new double[re.length];
  }

  static Dense identity(int size) {
    return eye(size, size);
  }

  /** Returns ones on the diagonal, zeros elsewhere. */
  static Dense eye(int rows, int columns) {
    Dense identity = new Dense(rows, columns);
    for (int i = 0; i < Math.min(rows, columns); i++) {
      identity.re[identity.at(i, i)] = 1;
    }
    return identity;
  }

  /** Returns a column of real numbers. */
  static Dense column(double... numbers) {
    Dense column = new Dense(numbers.length, 1);
    System.arraycopy(numbers, 0, column.re, 0, numbers.length);
    return column;
  }

  /** Returns a column of whole numbers. */
  static Dense column(int... numbers) {
    return column(Arrays.stream(numbers).asDoubleStream().toArray());
  }

  /** Returns a matrix of one complex number. */
  static Dense number(double real, double imaginary) {
    Dense number = new Dense(1, 1);
    number.put(0, 0, real, imaginary);
    return number;
  }

  int at(int row, int column) {
    return row * columns + column;
  }

  double re(int row, int column) {
    return re[at(row, column)];
  }

  double im(int row, int column) {
    return im[at(row, column)];
  }

  void put(int row, int column, double real, double imaginary) {
    re[at(row, column)] = real;
    im[at(row, column)] = imaginary;
  }

  double magnitude(int row, int column) {
    return Math.hypot(re(row, column), im(row, column));
  }

  boolean isZero(int row, int column) {
    return re(row, column) == 0 && im(row, column) == 0;
  }

  /** Returns whether no element is NaN or infinite. */
  boolean isFinite() {
    return Arrays.stream(re).allMatch(Double::isFinite)
        && Arrays.stream(im).allMatch(Double::isFinite);
  }

  /** Returns the first rows and columns; zeros follow where this matrix is smaller. */
  Dense resized(int newRows, int newColumns) {
    Dense resized = new Dense(newRows, newColumns);
    int shared = Math.min(columns, newColumns);
    for (int i = 0; i < Math.min(rows, newRows); i++) {
      System.arraycopy(re, at(i, 0), resized.re, resized.at(i, 0), shared);
      System.arraycopy(im, at(i, 0), resized.im, resized.at(i, 0), shared);
    }
    return resized;
  }

  Dense copy() {
    return resized(rows, columns);
  }

  Dense transpose() {
    Dense transpose = new Dense(columns, rows);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        transpose.put(j, i, re(i, j), im(i, j));
      }
    }
    return transpose;
  }

  Dense adjoint() {
    Dense adjoint = transpose();
    for (int k = 0; k < adjoint.im.length; k++) {
      adjoint.im[k] = -adjoint.im[k];
    }
    return adjoint;
  }

  /** Returns the elements on and below a diagonal; zeros above. */
  Dense lower(int diagonal) {
    Dense lower = copy();
    for (int i = 0; i < rows; i++) {
      for (int j = Math.max(0, i + diagonal + 1); j < columns; j++) {
        lower.put(i, j, 0, 0);
      }
    }
    return lower;
  }

  /** Returns the elements on and above the main diagonal; zeros below. */
  Dense upper() {
    return transpose().lower(0).transpose();
  }

  Dense times(Dense right) {
    Dense product = new Dense(rows, right.columns);
    for (int i = 0; i < rows; i++) {
      for (int k = 0; k < columns; k++) {
        product.addRow(i, right, k, re(i, k), im(i, k), 0);
      }
    }
    return product;
  }

  /** Returns this matrix plus a multiple of another. */
  Dense plus(double factor, Dense other) {
    Dense sum = copy();
    for (int k = 0; k < re.length; k++) {
      sum.re[k] += factor * other.re[k];
      sum.im[k] += factor * other.im[k];
    }
    return sum;
  }

  /** Adds a multiple of a row of another matrix to a row of this, from a column on. */
  void addRow(int row, Dense of, int source, double real, double imaginary, int from) {
    int to = at(row, 0);
    int other = of.at(source, 0);
    for (int j = from; j < columns; j++) {
      double a = of.re[other + j];
      double b = of.im[other + j];
      re[to + j] += real * a - imaginary * b;
      im[to + j] += real * b + imaginary * a;
    }
  }

  /** Divides a row by a number. */
  void divideRow(int row, double real, double imaginary) {
    for (int j = 0; j < columns; j++) {
      divide(row, j, real, imaginary);
    }
  }

  /** Divides an element by a number, as Smith does, so that no square overflows. */
  void divide(int row, int column, double real, double imaginary) {
    int k = at(row, column);
    double a = re[k];
    double b = im[k];
    if (imaginary == 0) {
      re[k] = a / real;
      im[k] = b == 0 ? 0 : b / real;
    } else if (Math.abs(real) >= Math.abs(imaginary)) {
      double ratio = imaginary / real;
      double scale = real + imaginary * ratio;
      re[k] = (a + b * ratio) / scale;
      im[k] = (b - a * ratio) / scale;
    } else {
      double ratio = real / imaginary;
      double scale = real * ratio + imaginary;
      re[k] = (a * ratio + b) / scale;
      im[k] = (b * ratio - a) / scale;
    }
  }

  void swapRows(int first, int second) {
    for (int j = 0; j < columns; j++) {
      swap(at(first, j), at(second, j));
    }
  }

  /** Exchanges two elements, which are given by their places in the arrays. */
  void swap(int first, int second) {
    double real = re[first];
    double imaginary = im[first];
    re[first] = re[second];
    im[first] = im[second];
    re[second] = real;
    im[second] = imaginary;
  }
}
