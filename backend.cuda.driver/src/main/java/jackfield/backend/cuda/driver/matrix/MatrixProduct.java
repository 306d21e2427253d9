package jackfield.backend.cuda.driver.matrix;

import jackfield.tensor.DType;

/**
 * A product of matrices: {@code out = alpha left right + beta added}.
 *
 * @param type the type of all elements
 * @param batches the number of products
 * @param added a matrix of the sizes of {@code out}, or null; one without row steps is a vector
 */
public record MatrixProduct(
    DType type,
    long batches,
    Matrix out,
    Matrix left,
    Matrix right,
    Matrix added,
    double alpha,
    double beta) {

  /** Returns the addresses of all matrices. */
  long[] addresses() {
    return new long[] {
      out.address(), left.address(), right.address(), (added == null ? out : added).address()
    };
  }

  /** Returns the same product, transposed: its result is the transposed result. */
  MatrixProduct transposed() {
    return new MatrixProduct(
        type,
        batches,
        out.transposed(),
        right.transposed(),
        left.transposed(),
        added == null ? null : added.transposed(),
        alpha,
        beta);
  }
}
