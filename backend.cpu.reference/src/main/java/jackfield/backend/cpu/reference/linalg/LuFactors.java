package jackfield.backend.cpu.reference.linalg;

import jackfield.error.InvalidArgument;

/**
 * The factors {@code P A = L U} of one matrix, by Gaussian elimination: L, without its unit
 * diagonal, below U in one matrix. Step i exchanges rows i and pivots[i].
 */
final class LuFactors {
  private final Dense packed;
  private final int[] pivots;

  private LuFactors(Dense packed, int[] pivots) {
    this.packed = packed;
    this.pivots = pivots;
  }

  /** Factors a matrix; the largest element of a column becomes its pivot. */
  static LuFactors of(Dense matrix) {
    Dense packed = matrix.copy();
    int[] pivots = new int[Math.min(matrix.rows, matrix.columns)];
    for (int k = 0; k < pivots.length; k++) {
      pivots[k] = largest(packed, k);
      packed.swapRows(k, pivots[k]);
      if (!packed.isZero(k, k)) {
        eliminate(packed, k);
      }
    }
    return new LuFactors(packed, pivots);
  }

  /**
   * Takes factors that a caller passes.
   *
   * @param numbers pivots, counted from 1; none for no exchanges
   * @throws InvalidArgument if a pivot is not a row
   */
  static LuFactors of(String operator, Dense packed, Dense numbers) {
    int[] pivots = new int[numbers.rows];
    for (int k = 0; k < pivots.length; k++) {
      pivots[k] = (int) numbers.re(k, 0) - 1;
      if (pivots[k] < 0 || pivots[k] >= packed.rows) {
        throw new InvalidArgument(
            operator,
            "pivots",
            "has the pivot %d, expected 1 to %d".formatted(pivots[k] + 1, packed.rows));
      }
    }
    return new LuFactors(packed, pivots);
  }

  /** Returns the row of the largest element, measured as LAPACK does: by the sum of its parts. */
  private static int largest(Dense packed, int column) {
    int best = column;
    double most = -1;
    for (int i = column; i < packed.rows; i++) {
      double size = Math.abs(packed.re(i, column)) + Math.abs(packed.im(i, column));
      if (size > most) {
        most = size;
        best = i;
      }
    }
    return best;
  }

  private static void eliminate(Dense packed, int k) {
    for (int i = k + 1; i < packed.rows; i++) {
      packed.divide(i, k, packed.re(k, k), packed.im(k, k));
      packed.addRow(i, packed, k, -packed.re(i, k), -packed.im(i, k), k + 1);
    }
  }

  Dense packed() {
    return packed;
  }

  /** Returns the pivots as a column, counted from 1. */
  Dense pivots() {
    Dense column = Dense.column(pivots);
    for (int k = 0; k < pivots.length; k++) {
      column.re[k]++;
    }
    return column;
  }

  private int rank() {
    return Math.min(packed.rows, packed.columns);
  }

  Dense lower() {
    Dense lower = packed.lower(-1).resized(packed.rows, rank());
    for (int i = 0; i < rank(); i++) {
      lower.put(i, i, 1, 0);
    }
    return lower;
  }

  Dense upper() {
    return packed.upper().resized(rank(), packed.columns);
  }

  /** Returns P with {@code A = P L U}. */
  Dense permutation() {
    return unpermuted(Dense.identity(packed.rows));
  }

  /** Returns the rows in the order in which the elimination has taken them. */
  private Dense permuted(Dense rows) {
    Dense permuted = rows.copy();
    for (int k = 0; k < pivots.length; k++) {
      permuted.swapRows(k, pivots[k]);
    }
    return permuted;
  }

  private Dense unpermuted(Dense rows) {
    Dense unpermuted = rows.copy();
    for (int k = pivots.length - 1; k >= 0; k--) {
      unpermuted.swapRows(k, pivots[k]);
    }
    return unpermuted;
  }

  /** Returns 0, or the number, from 1, of the first zero on the diagonal of U. */
  int info() {
    for (int k = 0; k < pivots.length; k++) {
      if (packed.isZero(k, k)) {
        return k + 1;
      }
    }
    return 0;
  }

  /** Returns 1 for an even number of exchanges, else -1. */
  double parity() {
    double parity = 1;
    for (int k = 0; k < pivots.length; k++) {
      parity = pivots[k] == k ? parity : -parity;
    }
    return parity;
  }

  /** Returns X with {@code A X = sides}, or {@code Aᴴ X = sides}. */
  Dense solve(Dense sides, boolean isAdjoint) {
    if (isAdjoint) {
      Dense adjoint = packed.adjoint();
      Dense solution = Triangles.solve(adjoint, sides, false, false);
      return unpermuted(Triangles.solve(adjoint, solution, true, true));
    }
    Dense solution = Triangles.solve(packed, permuted(sides), false, true);
    return Triangles.solve(packed, solution, true, false);
  }

  /** Returns X with {@code X A = sides}, or {@code X Aᴴ = sides}. */
  Dense solveRight(Dense sides, boolean isAdjoint) {
    return solve(sides.adjoint(), !isAdjoint).adjoint();
  }
}
