package jackfield.backend.cpu.reference.linalg;

import jackfield.error.InvalidArgument;

/**
 * The factors {@code A = L D Lᵀ}, or {@code L D Lᴴ}, of a symmetric or Hermitian matrix with rows
 * and columns exchanged, by the method of Bunch and Kaufman. D has blocks of one or two rows. L,
 * without its unit diagonal, and D are packed as LAPACK packs them.
 *
 * @param pivots for each row, counted from 1, the row that it was exchanged with; the two rows of a
 *     block have the same negative number
 */
record SymmetricFactors(Dense packed, int[] pivots, boolean isHermitian) {
  private static final double ALPHA = (1 + Math.sqrt(17)) / 8;

  /** Factors a matrix of which the lower triangle is read. */
  static SymmetricFactors of(Dense matrix, boolean isHermitian) {
    Dense full = matrix.copy();
    for (int i = 0; i < full.rows; i++) {
      full.put(i, i, full.re(i, i), isHermitian ? 0 : full.im(i, i));
      for (int j = 0; j < i; j++) {
        full.put(j, i, full.re(i, j), isHermitian ? -full.im(i, j) : full.im(i, j));
      }
    }
    SymmetricFactors factors = new SymmetricFactors(full, new int[full.rows], isHermitian);
    int k = 0;
    while (k < full.rows) {
      k += factors.step(k);
    }
    return new SymmetricFactors(full.lower(0), factors.pivots, isHermitian);
  }

  /**
   * Takes factors that a caller passes.
   *
   * @throws InvalidArgument if a pivot is not a row, or a block has one row
   */
  static SymmetricFactors of(String operator, Dense packed, Dense numbers, boolean isHermitian) {
    int[] pivots = new int[packed.rows];
    for (int row = 0; row < pivots.length; row++) {
      pivots[row] = (int) numbers.re(row, 0);
    }
    int k = 0;
    while (k < pivots.length) {
      boolean isBlock = pivots[k] < 0;
      boolean fits = pivots[k] != 0 && Math.abs((long) pivots[k]) <= packed.rows;
      if (!fits || (isBlock && (k + 1 == pivots.length || pivots[k + 1] >= 0))) {
        throw new InvalidArgument(
            operator,
            "pivots",
            "has the pivot %d in row %d of %d; pass those of linalg_ldl_factor"
                .formatted(pivots[k], k, packed.rows));
      }
      k += isBlock ? 2 : 1;
    }
    return new SymmetricFactors(packed, pivots, isHermitian);
  }

  /** Eliminates the rows of one block; returns how many these are. */
  private int step(int k) {
    int other = largest(k, k + 1);
    double own = size(k, k);
    double beside = other < 0 ? 0 : size(other, k);
    int exchanged = k;
    int rows = 1;
    if (own < ALPHA * beside) {
      double most = size(largestBeside(other, k), other);
      if (own < ALPHA * beside * (beside / most)) {
        exchanged = other;
        rows = size(other, other) >= ALPHA * most ? 1 : 2;
      }
    }
    exchange(k, k + rows - 1, exchanged);
    for (int row = k; row < k + rows; row++) {
      pivots[row] = rows == 1 ? exchanged + 1 : -(exchanged + 1);
    }
    eliminate(k, rows);
    return rows;
  }

  private double size(int row, int column) {
    return Math.abs(packed.re(row, column)) + Math.abs(packed.im(row, column));
  }

  /** Returns the row of the largest element of a column, from a row on; -1 without rows. */
  private int largest(int column, int from) {
    int best = -1;
    for (int i = from; i < packed.rows; i++) {
      best = best < 0 || size(i, column) > size(best, column) ? i : best;
    }
    return best;
  }

  private int largestBeside(int column, int from) {
    int best = from;
    for (int i = from; i < packed.rows; i++) {
      best = i != column && size(i, column) > size(best, column) ? i : best;
    }
    return best;
  }

  /** Exchanges two rows and columns of what is not eliminated yet. */
  private void exchange(int k, int first, int second) {
    for (int j = k; j < packed.rows && first != second; j++) {
      packed.swap(packed.at(first, j), packed.at(second, j));
    }
    for (int i = k; i < packed.rows && first != second; i++) {
      packed.swap(packed.at(i, first), packed.at(i, second));
    }
  }

  private void eliminate(int k, int rows) {
    Dense block = block(k, rows);
    if (rows == 1 && block.isZero(0, 0)) {
      return;
    }
    int below = packed.rows - k - rows;
    Dense columns = new Dense(below, rows);
    for (int i = 0; i < below; i++) {
      for (int j = 0; j < rows; j++) {
        columns.put(i, j, packed.re(k + rows + i, k + j), packed.im(k + rows + i, k + j));
      }
    }
    LuFactors factors = LuFactors.of(block.transpose());
    Dense lower = factors.solve(columns.transpose(), false).transpose();
    for (int i = 0; i < below; i++) {
      int row = k + rows + i;
      for (int j = 0; j < rows; j++) {
        packed.addRow(row, packed, k + j, -lower.re(i, j), -lower.im(i, j), k + rows);
      }
      for (int j = 0; j < rows; j++) {
        packed.put(row, k + j, lower.re(i, j), lower.im(i, j));
      }
    }
  }

  /** Returns a block of D from the lower triangle. */
  private Dense block(int k, int rows) {
    Dense block = new Dense(rows, rows);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j <= i; j++) {
        double im = packed.im(k + i, k + j);
        block.put(j, i, packed.re(k + i, k + j), isHermitian ? -im : im);
        block.put(i, j, packed.re(k + i, k + j), im);
      }
    }
    return block;
  }

  private int rowsAt(int k) {
    return pivots[k] < 0 ? 2 : 1;
  }

  /** Returns 0, or the number, from 1, of the first block of D that is zero. */
  int info() {
    for (int k = 0; k < pivots.length; k += rowsAt(k)) {
      if (pivots[k] > 0 && packed.isZero(k, k)) {
        return k + 1;
      }
    }
    return 0;
  }

  /** Returns X with {@code A X = sides}. */
  Dense solve(Dense sides) {
    Dense x = sides.copy();
    int k = 0;
    while (k < pivots.length) {
      int rows = rowsAt(k);
      x.swapRows(k + rows - 1, Math.abs(pivots[k]) - 1);
      for (int j = k; j < k + rows; j++) {
        for (int i = k + rows; i < pivots.length; i++) {
          x.addRow(i, x, j, -packed.re(i, j), -packed.im(i, j), 0);
        }
      }
      divide(x, k, rows);
      k += rows;
    }
    while (k > 0) {
      int rows = rowsAt(k - 1);
      for (int j = k - rows; j < k; j++) {
        for (int i = k; i < pivots.length; i++) {
          double im = isHermitian ? -packed.im(i, j) : packed.im(i, j);
          x.addRow(j, x, i, -packed.re(i, j), -im, 0);
        }
      }
      x.swapRows(k - 1, Math.abs(pivots[k - 1]) - 1);
      k -= rows;
    }
    return x;
  }

  /** Divides rows by a block of D. */
  private void divide(Dense x, int k, int rows) {
    Dense part = new Dense(rows, x.columns);
    for (int i = 0; i < rows; i++) {
      part.addRow(i, x, k + i, 1, 0, 0);
    }
    Dense quotient = LuFactors.of(block(k, rows)).solve(part, false);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < x.columns; j++) {
        x.put(k + i, j, quotient.re(i, j), quotient.im(i, j));
      }
    }
  }
}
