package jackfield.backend.cpu.loops;

/**
 * A matrix product that is to be multiplied by a number and added to what is in {@code out}.
 *
 * @param rows of a and out
 * @param columns of b and out
 * @param depth columns of a, rows of b
 * @param alpha the number
 */
public record MatrixProduct(
    long rows, long columns, long depth, Matrix a, Matrix b, Matrix out, double alpha) {

  /** Returns the part of this product that makes the rows from {@code first} on. */
  public MatrixProduct part(long first, long count) {
    return new MatrixProduct(count, columns, depth, a.from(first, 0), b, out.from(first, 0), alpha);
  }
}
