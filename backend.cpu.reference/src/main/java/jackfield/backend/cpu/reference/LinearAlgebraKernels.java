package jackfield.backend.cpu.reference;

import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/** Products of matrices, row by row: each row is summed up before it is written. */
final class LinearAlgebraKernels {
  private LinearAlgebraKernels() {}

  static void mm(Tensor self, Tensor mat2, Tensor out) {
    multiply(Matrix.of(self), Matrix.of(mat2), Matrix.of(out));
  }

  static void bmm(Tensor self, Tensor mat2, Tensor out) {
    for (long batch = 0; batch < out.size(0); batch++) {
      multiply(
          Matrix.ofBatch(self, batch), Matrix.ofBatch(mat2, batch), Matrix.ofBatch(out, batch));
    }
  }

  /** Adds {@code beta} times self; a beta of 0 does not even read it, so that NaN there is gone. */
  static void addmm(Tensor self, Tensor mat1, Tensor mat2, Scalar beta, Scalar alpha, Tensor out) {
    Matrix left = Matrix.of(mat1);
    Matrix right = Matrix.of(mat2);
    Matrix result = Matrix.of(out);
    Matrix added = Matrix.stretched(self, result.rows(), result.columns());
    ProductRow sums = ProductRow.of(result.type(), Math.toIntExact(result.columns()));
    for (long row = 0; row < result.rows(); row++) {
      sums.compute(left, row, right);
      if (beta.is(0)) {
        sums.store(result, row, alpha);
      } else {
        sums.store(result, row, alpha, added, beta);
      }
    }
  }

  private static void multiply(Matrix left, Matrix right, Matrix result) {
    ProductRow sums = ProductRow.of(result.type(), Math.toIntExact(result.columns()));
    for (long row = 0; row < result.rows(); row++) {
      sums.compute(left, row, right);
      sums.store(result, row, Scalar.ONE);
    }
  }
}
