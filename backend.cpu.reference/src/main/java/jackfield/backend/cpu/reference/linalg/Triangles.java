package jackfield.backend.cpu.reference.linalg;

/** Systems with triangular matrices, and triangular factors. */
final class Triangles {
  private Triangles() {}

  /**
   * Returns X with {@code T X = sides}, by substitution.
   *
   * @param matrix its other triangle is not read, nor its diagonal if that is one of ones
   */
  static Dense solve(Dense matrix, Dense sides, boolean isUpper, boolean isUnit) {
    Dense solution = sides.copy();
    for (int step = 0; step < matrix.rows; step++) {
      int i = isUpper ? matrix.rows - 1 - step : step;
      int from = isUpper ? i + 1 : 0;
      int to = isUpper ? matrix.rows : i;
      for (int k = from; k < to; k++) {
        solution.addRow(i, solution, k, -matrix.re(i, k), -matrix.im(i, k), 0);
      }
      if (!isUnit) {
        solution.divideRow(i, matrix.re(i, i), matrix.im(i, i));
      }
    }
    return solution;
  }

  /** Returns X with {@code X T = sides}. */
  static Dense solveRight(Dense matrix, Dense sides, boolean isUpper, boolean isUnit) {
    return solve(matrix.transpose(), sides.transpose(), !isUpper, isUnit).transpose();
  }

  /**
   * Replaces the lower triangle of a Hermitian matrix by L with {@code A = L Lᴴ}.
   *
   * @return 0, or the size, from 1, of the first leading matrix that is not positive definite
   */
  static int cholesky(Dense matrix) {
    for (int j = 0; j < matrix.columns; j++) {
      double square = matrix.re(j, j);
      for (int k = 0; k < j; k++) {
        square -= matrix.re(j, k) * matrix.re(j, k) + matrix.im(j, k) * matrix.im(j, k);
      }
      if (!(square > 0)) {
        matrix.put(j, j, square, 0); // as LAPACK leaves it; what follows keeps its elements
        return j + 1;
      }
      double root = Math.sqrt(square);
      matrix.put(j, j, root, 0);
      for (int i = j + 1; i < matrix.rows; i++) {
        double re = matrix.re(i, j);
        double im = matrix.im(i, j);
        for (int k = 0; k < j; k++) {
          re -= matrix.re(i, k) * matrix.re(j, k) + matrix.im(i, k) * matrix.im(j, k);
          im -= matrix.im(i, k) * matrix.re(j, k) - matrix.re(i, k) * matrix.im(j, k);
        }
        matrix.put(i, j, re / root, im / root);
      }
    }
    return 0;
  }

  /** Returns X with {@code L Lᴴ X = sides}, for the lower triangle L of a matrix. */
  static Dense solveProduct(Dense lower, Dense sides) {
    return solve(lower.adjoint(), solve(lower, sides, false, false), true, false);
  }
}
