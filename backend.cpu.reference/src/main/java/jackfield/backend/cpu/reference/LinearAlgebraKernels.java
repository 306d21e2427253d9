package jackfield.backend.cpu.reference;

import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/** Matrix products, row by row: the sums of a row are complete before they are written. */
final class LinearAlgebraKernels {
  private static final long BLOCK = 1 << 16; // columns that are summed at a time

  private LinearAlgebraKernels() {}

  static void mm(Tensor self, Tensor mat2, Tensor out) {
    multiply(Matrix.of(self), Matrix.of(mat2), Matrix.of(out));
  }

  static void bmm(Tensor self, Tensor mat2, Tensor out) {
    long batches = out.elementCount() == 0 ? 0 : out.size(0);
    for (long batch = 0; batch < batches; batch++) {
      multiply(
          Matrix.ofBatch(self, batch), Matrix.ofBatch(mat2, batch), Matrix.ofBatch(out, batch));
    }
  }

  /**
   * Adds {@code beta} times self. With a beta of 0 self is not read, so NaN in self has no effect.
   * A product over no columns is 0 whatever {@code alpha} is.
   */
  static void addmm(Tensor self, Tensor mat1, Tensor mat2, Scalar beta, Scalar alpha, Tensor out) {
    Matrix left = Matrix.of(mat1);
    Scalar scale = left.columns() == 0 ? Scalar.ONE : alpha;
    Matrix result = Matrix.of(out);
    Matrix added = Matrix.stretched(self, result.rows(), result.columns());
    forEachBlock(
        left,
        Matrix.of(mat2),
        result,
        (sums, row, first, block) -> {
          if (beta.is(0)) {
            sums.store(block, row, scale);
          } else {
            sums.store(block, row, scale, added.columns(first, block.columns()), beta);
          }
        });
  }

  private static void multiply(Matrix left, Matrix right, Matrix result) {
    forEachBlock(
        left, right, result, (sums, row, first, block) -> sums.store(block, row, Scalar.ONE));
  }

  /** Processes the sums of one row of a block of columns. */
  private interface BlockRow {
    void store(ProductRow sums, long row, long firstColumn, Matrix block);
  }

  private static void forEachBlock(Matrix left, Matrix right, Matrix result, BlockRow row) {
    long rows = result.columns() == 0 ? 0 : result.rows();
    for (long first = 0; rows > 0 && first < result.columns(); first += BLOCK) {
      long count = Math.min(BLOCK, result.columns() - first);
      Matrix factor = right.columns(first, count);
      Matrix block = result.columns(first, count);
      ProductRow sums = ProductRow.of(result.type(), (int) count);
      for (long at = 0; at < rows; at++) {
        sums.compute(left, at, factor);
        row.store(sums, at, first, block);
      }
    }
  }
}
