package jackfield.backend.cpu.reference.linalg;

/**
 * The factors {@code A = Q T Qᴴ} of a matrix, T upper triangular and Q unitary, by the QR algorithm
 * with Wilkinson's shifts [1]. The eigenvalues are on the diagonal of T.
 *
 * <p>[1] Golub, Van Loan: Matrix computations, 4th edition, sections 7.4 and 7.5.
 */
final class SchurForm {
  private static final int MOST_STEPS = 60; // for one eigenvalue
  private static final double ROUNDING = 0x1p-52;

  private final Dense t;
  private final Dense q;
  private final int size;
  private final double[] turn =
      new double[3]; // cosine, and the real and imaginary part of the sine

  /** Begins with {@code matrix}, which is overwritten. */
  SchurForm(Dense matrix) {
    t = matrix;
    size = matrix.rows;
    q = Dense.identity(size);
    for (int column = 0; column < size - 2; column++) {
      for (int row = size - 1; row > column + 1; row--) {
        eliminate(row - 1, row, column);
      }
    }
  }

  /** Makes element {@code row, column} zero by a rotation with the row above, and back. */
  private void eliminate(int above, int row, int column) {
    if (!t.isZero(row, column)) {
      findTurn(above, row, column);
      turnRows(above, row, 0);
      t.put(row, column, 0, 0);
      turnColumns(t, above, row, size);
      turnColumns(q, above, row, size);
    }
  }

  /** Finds the rotation that moves the element of {@code row} into that of {@code above}. */
  private void findTurn(int above, int row, int column) {
    double first = t.magnitude(above, column);
    double second = t.magnitude(row, column);
    double length = Math.hypot(first, second);
    double re = first == 0 ? 1 : t.re(above, column) / first;
    double im = first == 0 ? 0 : t.im(above, column) / first;
    double a = t.re(row, column) / length;
    double b = t.im(row, column) / length;
    turn[0] = first / length;
    turn[1] = re * a + im * b;
    turn[2] = im * a - re * b;
  }

  /** Replaces rows p and q by {@code c p + s q} and {@code c q - s̄ p}. */
  private void turnRows(int p, int q, int from) {
    for (int j = from; j < size; j++) {
      double reP = t.re(p, j);
      double imP = t.im(p, j);
      double reQ = t.re(q, j);
      double imQ = t.im(q, j);
      t.put(
          p,
          j,
          turn[0] * reP + turn[1] * reQ - turn[2] * imQ,
          turn[0] * imP + turn[1] * imQ + turn[2] * reQ);
      t.put(
          q,
          j,
          turn[0] * reQ - turn[1] * reP - turn[2] * imP,
          turn[0] * imQ - turn[1] * imP + turn[2] * reP);
    }
  }

  /** Replaces columns p and q by {@code c p + s̄ q} and {@code c q - s p}. */
  private void turnColumns(Dense of, int p, int q, int to) {
    for (int i = 0; i < to; i++) {
      double reP = of.re(i, p);
      double imP = of.im(i, p);
      double reQ = of.re(i, q);
      double imQ = of.im(i, q);
      of.put(
          i,
          p,
          turn[0] * reP + turn[1] * reQ + turn[2] * imQ,
          turn[0] * imP + turn[1] * imQ - turn[2] * reQ);
      of.put(
          i,
          q,
          turn[0] * reQ - turn[1] * reP + turn[2] * imP,
          turn[0] * imQ - turn[1] * imP - turn[2] * reP);
    }
  }

  /** Makes the matrix triangular; returns whether that succeeded. */
  boolean converge() {
    int steps = 0;
    int last = size - 1;
    while (last > 0) {
      int first = last;
      while (first > 0 && !isNegligible(first)) {
        first--;
      }
      if (first == last) {
        last--;
        steps = 0;
      } else if (steps++ == MOST_STEPS) {
        return false;
      } else {
        step(first, last, steps % 10 == 0);
      }
    }
    return true;
  }

  /** Returns whether the element left of the diagonal is zero but for rounding, and makes it so. */
  private boolean isNegligible(int row) {
    double beside = t.magnitude(row, row) + t.magnitude(row - 1, row - 1);
    boolean isNegligible =
        t.magnitude(row, row - 1) <= ROUNDING * beside || (beside == 0 && tiny(row));
    if (isNegligible) {
      t.put(row, row - 1, 0, 0);
    }
    return isNegligible;
  }

  private boolean tiny(int row) {
    return t.magnitude(row, row - 1) < Double.MIN_NORMAL;
  }

  /**
   * Takes a QR step on the rows and columns from first to last: T - shift = Q R, T = R Q + shift.
   */
  private void step(int first, int last, boolean isStuck) {
    double[] shift = isStuck ? new double[] {t.magnitude(last, last - 1), 0} : shift(last);
    shiftDiagonal(first, last, -shift[0], -shift[1]);
    double[][] turns = new double[last][];
    for (int k = first; k < last; k++) {
      boolean isNeeded = !t.isZero(k + 1, k);
      if (isNeeded) {
        findTurn(k, k + 1, k);
        turnRows(k, k + 1, k);
        t.put(k + 1, k, 0, 0);
        turns[k] = turn.clone();
      }
    }
    for (int k = first; k < last; k++) {
      if (turns[k] != null) {
        System.arraycopy(turns[k], 0, turn, 0, turn.length);
        turnColumns(t, k, k + 1, Math.min(k + 2, last + 1));
        turnColumns(q, k, k + 1, size);
      }
    }
    shiftDiagonal(first, last, shift[0], shift[1]);
  }

  private void shiftDiagonal(int first, int last, double re, double im) {
    for (int i = first; i <= last; i++) {
      t.put(i, i, t.re(i, i) + re, t.im(i, i) + im);
    }
  }

  /** Returns the eigenvalue of the last two rows and columns that is closer to the last element. */
  private double[] shift(int last) {
    double halfRe = (t.re(last - 1, last - 1) - t.re(last, last)) / 2;
    double halfIm = (t.im(last - 1, last - 1) - t.im(last, last)) / 2;
    Dense product = new Dense(1, 1);
    product.addRow(0, single(last - 1, last), 0, t.re(last, last - 1), t.im(last, last - 1), 0);
    double squareRe = halfRe * halfRe - halfIm * halfIm + product.re[0];
    double squareIm = 2 * halfRe * halfIm + product.im[0];
    double[] root = root(squareRe, squareIm);
    double sign = halfRe * root[0] + halfIm * root[1] < 0 ? -1 : 1;
    double re = halfRe + sign * root[0];
    double im = halfIm + sign * root[1];
    if (re == 0 && im == 0) {
      return new double[] {t.re(last, last), t.im(last, last)};
    }
    product.divide(0, 0, re, im);
    return new double[] {t.re(last, last) - product.re[0], t.im(last, last) - product.im[0]};
  }

  private Dense single(int row, int column) {
    return Dense.number(t.re(row, column), t.im(row, column));
  }

  private static double[] root(double re, double im) {
    double magnitude = Math.hypot(re, im);
    double real = Math.sqrt(Math.max(0, (magnitude + re) / 2));
    double imaginary = Math.copySign(Math.sqrt(Math.max(0, (magnitude - re) / 2)), im);
    return new double[] {real, imaginary};
  }

  /** Returns the eigenvalues as a column. */
  Dense values() {
    Dense values = new Dense(size, 1);
    for (int i = 0; i < size; i++) {
      values.put(i, 0, t.re(i, i), t.im(i, i));
    }
    return values;
  }

  /** Returns eigenvectors of length 1 as columns; the largest element of each is real. */
  Dense vectors() {
    Dense rows = new Dense(size, size); // the vectors of T
    double least = Math.max(ROUNDING * largest(), Double.MIN_NORMAL);
    for (int k = 0; k < size; k++) {
      rows.put(k, k, 1, 0);
      for (int i = k - 1; i >= 0; i--) {
        substitute(rows, k, i, least);
      }
    }
    Dense vectors = rows.times(q.transpose());
    for (int k = 0; k < size; k++) {
      normalize(vectors, k);
    }
    return vectors.transpose();
  }

  private double largest() {
    double largest = 0;
    for (int i = 0; i < size; i++) {
      for (int j = i; j < size; j++) {
        largest = Math.max(largest, t.magnitude(i, j));
      }
    }
    return largest;
  }

  /** Solves row i of {@code (T - T[k, k]) x = 0}; equal eigenvalues are moved apart a little. */
  private void substitute(Dense rows, int k, int i, double least) {
    double re = 0;
    double im = 0;
    for (int j = i + 1; j <= k; j++) {
      re -= t.re(i, j) * rows.re(k, j) - t.im(i, j) * rows.im(k, j);
      im -= t.re(i, j) * rows.im(k, j) + t.im(i, j) * rows.re(k, j);
    }
    rows.put(k, i, re, im);
    double divisorRe = t.re(i, i) - t.re(k, k);
    double divisorIm = t.im(i, i) - t.im(k, k);
    boolean isEqual = Math.hypot(divisorRe, divisorIm) < least;
    rows.divide(k, i, isEqual ? least : divisorRe, isEqual ? 0 : divisorIm);
  }

  private static void normalize(Dense vectors, int row) {
    double length = 0;
    int best = 0;
    for (int j = 0; j < vectors.columns; j++) {
      length = Math.hypot(length, vectors.magnitude(row, j));
      best = vectors.magnitude(row, j) > vectors.magnitude(row, best) ? j : best;
    }
    double magnitude = vectors.magnitude(row, best);
    double re = vectors.re(row, best) / magnitude;
    double im = vectors.im(row, best) / magnitude;
    vectors.divideRow(row, length * re, length * im);
  }
}
