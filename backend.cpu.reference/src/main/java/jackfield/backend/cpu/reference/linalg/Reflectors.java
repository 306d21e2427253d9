package jackfield.backend.cpu.reference.linalg;

/**
 * Householder reflectors {@code H = I - tau v vᴴ}, packed as LAPACK packs them: vector k begins
 * with a 1 in row k that is not stored, and the rest is below the diagonal of column k.
 *
 * @param packed the vectors; other elements are not read
 * @param tau a column of factors
 */
record Reflectors(Dense packed, Dense tau) {
  /**
   * Factors a matrix {@code A = H₀ H₁ … R}.
   *
   * @param matrix is overwritten: by R on and above the diagonal, and the vectors below
   */
  static Reflectors factor(Dense matrix) {
    int count = Math.min(matrix.rows, matrix.columns);
    Reflectors reflectors = new Reflectors(matrix, new Dense(count, 1));
    for (int k = 0; k < count; k++) {
      reflectors.reflect(k);
      reflectors.apply(k, matrix, k + 1, true);
    }
    return reflectors;
  }

  /** Makes the vector that takes column k to a multiple of the unit vector of row k. */
  private void reflect(int k) {
    double re = packed.re(k, k);
    double im = packed.im(k, k);
    double below = 0;
    for (int i = k + 1; i < packed.rows; i++) {
      below = Math.hypot(below, packed.magnitude(i, k));
    }
    if (below == 0 && im == 0) {
      return;
    }
    double beta = -Math.copySign(Math.hypot(Math.hypot(re, im), below), re);
    tau.put(k, 0, (beta - re) / beta, -im / beta);
    for (int i = k + 1; i < packed.rows; i++) {
      packed.divide(i, k, re - beta, im);
    }
    packed.put(k, k, beta, 0);
  }

  /** Multiplies the columns of {@code to}, from one on, by reflector k or its adjoint. */
  private void apply(int k, Dense to, int firstColumn, boolean isAdjoint) {
    double tauRe = tau.re(k, 0);
    double tauIm = isAdjoint ? -tau.im(k, 0) : tau.im(k, 0);
    for (int j = firstColumn; j < to.columns; j++) {
      double re = to.re(k, j);
      double im = to.im(k, j);
      for (int i = k + 1; i < to.rows; i++) {
        re += packed.re(i, k) * to.re(i, j) + packed.im(i, k) * to.im(i, j);
        im += packed.re(i, k) * to.im(i, j) - packed.im(i, k) * to.re(i, j);
      }
      double factorRe = tauRe * re - tauIm * im;
      double factorIm = tauRe * im + tauIm * re;
      subtract(to, k, j, factorRe, factorIm);
      for (int i = k + 1; i < to.rows; i++) {
        double a = packed.re(i, k);
        double b = packed.im(i, k);
        subtract(to, i, j, a * factorRe - b * factorIm, a * factorIm + b * factorRe);
      }
    }
  }

  private static void subtract(Dense from, int row, int column, double re, double im) {
    from.put(row, column, from.re(row, column) - re, from.im(row, column) - im);
  }

  /** Returns {@code H₀ H₁ … right}, or the adjoint of the product times {@code right}. */
  Dense times(Dense right, boolean isAdjoint) {
    Dense product = right.copy();
    for (int step = 0; step < tau.rows; step++) {
      apply(isAdjoint ? step : tau.rows - 1 - step, product, 0, isAdjoint);
    }
    return product;
  }

  /** Returns the first columns of {@code H₀ H₁ …}. */
  Dense orthonormal(int columns) {
    return times(Dense.eye(packed.rows, columns), false);
  }
}
