package jackfield.backend.cpu.decomposition;

import jackfield.memory.HostBytes;

/**
 * Columns of float64 numbers in scratch memory, each without gaps. A complex column has its real
 * parts first, then its imaginary parts.
 *
 * @param parts 2 for complex columns, else 1
 */
record PackedColumns(ColumnLoops loops, long address, long rows, int parts) {

  static long bytes(long count, long rows, int parts) {
    return count * rows * parts * Double.BYTES;
  }

  private long real(long column) {
    return address + bytes(column, rows, parts);
  }

  private long imaginary(long column) {
    return real(column) + rows * Double.BYTES;
  }

  double real(long column, long row) {
    return HostBytes.doubleAt(real(column) + row * Double.BYTES);
  }

  double imaginary(long column, long row) {
    return parts == 1 ? 0 : HostBytes.doubleAt(imaginary(column) + row * Double.BYTES);
  }

  void put(long column, long row, double re, double im) {
    HostBytes.putDouble(real(column) + row * Double.BYTES, re);
    if (parts == 2) {
      HostBytes.putDouble(imaginary(column) + row * Double.BYTES, im);
    }
  }

  /** Makes a column a unit vector. */
  void putUnit(long column, long row) {
    HostBytes.zero(real(column), bytes(1, rows, parts));
    put(column, row, 1, 0);
  }

  /** Returns the sum of the squared magnitudes of a column. */
  double square(long column) {
    return loops.product(real(column), real(column), parts * rows);
  }

  /** Returns the real part of the product of the adjoint of one column and another. */
  double realProduct(long p, long q) {
    return loops.product(real(p), real(q), parts * rows);
  }

  /** Returns the imaginary part of the product of the adjoint of one column and another. */
  double imaginaryProduct(long p, long q) {
    return parts == 1
        ? 0
        : loops.product(real(p), imaginary(q), rows) - loops.product(imaginary(p), real(q), rows);
  }

  void scale(long column, double by) {
    loops.multiply(real(column), by, parts * rows);
  }

  /** Subtracts the part of column {@code q} along column {@code p}, which has length 1. */
  void project(long p, long q) {
    add(q, -realProduct(p, q), -imaginaryProduct(p, q), p);
  }

  /**
   * Replaces p by {@code cos p - sin f̄ q}, and q by {@code cos q + sin f p}, for the phase {@code
   * f = re + i im} of magnitude 1. Three shears rotate in place, so no copy is needed.
   */
  void rotate(long p, long q, double re, double im, double sin, double tangentOfHalf) {
    add(p, -tangentOfHalf * re, tangentOfHalf * im, q);
    add(q, sin * re, sin * im, p);
    add(p, -tangentOfHalf * re, tangentOfHalf * im, q);
  }

  /** Adds {@code re + i im} times column {@code from} to column {@code to}. */
  private void add(long to, double re, double im, long from) {
    loops.addTo(real(to), re, real(from), parts * rows);
    if (im != 0) {
      loops.addTo(real(to), -im, imaginary(from), rows);
      loops.addTo(imaginary(to), im, real(from), rows);
    }
  }
}
