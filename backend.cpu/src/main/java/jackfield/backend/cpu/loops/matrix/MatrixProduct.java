package jackfield.backend.cpu.loops.matrix;

/**
 * A matrix product that is multiplied by a number and added to the content of {@code out}, or
 * replaces it.
 *
 * @param rows the rows of a and out
 * @param columns the columns of b and out
 * @param depth the columns of a, which are the rows of b
 * @param alpha the number
 * @param adds whether the product is added; else the content of {@code out} is not read
 */
public record MatrixProduct(
    long rows,
    long columns,
    long depth,
    Matrix a,
    Matrix b,
    Matrix out,
    double alpha,
    boolean adds) {
  /** Returns the product of the transposed matrices in the other order. */
  public MatrixProduct transposed() {
    return new MatrixProduct(
        columns, rows, depth, b.transposed(), a.transposed(), out.transposed(), alpha, adds);
  }

  /** Returns the product for {@code count} columns of b and out, from {@code first} on. */
  MatrixProduct columns(long first, long count) {
    return new MatrixProduct(
        rows, count, depth, a, b.from(0, first), out.from(0, first), alpha, adds);
  }

  /** Returns the same product with another output. */
  MatrixProduct into(Matrix other) {
    return new MatrixProduct(rows, columns, depth, a, b, other, alpha, adds);
  }
}
