package jackfield.backend.cpu.reference.linalg;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The eigenvalues, ascending, and orthonormal eigenvectors of a Hermitian matrix, by Jacobi
 * rotations [1]: pairs of rows and columns are rotated until no element beside the diagonal is
 * left.
 *
 * <p>[1] Golub, Van Loan: Matrix computations, 4th edition, section 8.5.
 */
final class HermitianEigen {
  private static final int MOST_SWEEPS = 60;
  private static final double ROUNDING = 0x1p-53;

  private final Dense matrix; // the eigenvalues are on its diagonal in the end
  private final Dense vectors;
  private final double negligible;

  /** Decomposes {@code matrix}, which is overwritten; elements above the diagonal are not read. */
  HermitianEigen(Dense matrix) {
    this.matrix = matrix;
    this.vectors = Dense.identity(matrix.rows);
    double largest = 0;
    for (int i = 0; i < matrix.rows; i++) {
      matrix.put(i, i, matrix.re(i, i), 0);
      for (int j = 0; j < i; j++) {
        matrix.put(j, i, matrix.re(i, j), -matrix.im(i, j));
        largest = Math.max(largest, matrix.magnitude(i, j));
      }
      largest = Math.max(largest, Math.abs(matrix.re(i, i)));
    }
    negligible = largest * ROUNDING;
  }

  /** Rotates until the matrix is diagonal; returns whether that succeeded. */
  boolean converge() {
    for (int sweep = 0; sweep < MOST_SWEEPS; sweep++) {
      boolean isDiagonal = true;
      for (int p = 0; p < matrix.rows; p++) {
        for (int q = p + 1; q < matrix.rows; q++) {
          if (matrix.magnitude(p, q) > negligible) {
            isDiagonal = false;
            rotate(p, q);
          }
        }
      }
      if (isDiagonal) {
        return true;
      }
    }
    return false;
  }

  /** Makes element p, q zero. */
  private void rotate(int p, int q) {
    double magnitude = matrix.magnitude(p, q);
    double re = matrix.re(p, q) / magnitude;
    double im = matrix.im(p, q) / magnitude;
    double cotangent = (matrix.re(q, q) - matrix.re(p, p)) / (2 * magnitude);
    double tangent = (cotangent < 0 ? -1 : 1) / (Math.abs(cotangent) + Math.hypot(1, cotangent));
    double cos = 1 / Math.hypot(1, tangent);
    double sin = cos * tangent;
    rotateColumns(matrix, p, q, cos, sin * re, sin * im);
    rotateRows(p, q, cos, sin * re, sin * im);
    rotateColumns(vectors, p, q, cos, sin * re, sin * im);
    matrix.put(p, q, 0, 0);
    matrix.put(q, p, 0, 0);
  }

  /** Replaces p by {@code cos p - s̄ q} and q by {@code s p + cos q}. */
  private static void rotateColumns(Dense of, int p, int q, double cos, double re, double im) {
    for (int i = 0; i < of.rows; i++) {
      double reP = of.re(i, p);
      double imP = of.im(i, p);
      double reQ = of.re(i, q);
      double imQ = of.im(i, q);
      of.put(i, p, cos * reP - re * reQ - im * imQ, cos * imP - re * imQ + im * reQ);
      of.put(i, q, re * reP - im * imP + cos * reQ, re * imP + im * reP + cos * imQ);
    }
  }

  private void rotateRows(int p, int q, double cos, double re, double im) {
    for (int j = 0; j < matrix.columns; j++) {
      double reP = matrix.re(p, j);
      double imP = matrix.im(p, j);
      double reQ = matrix.re(q, j);
      double imQ = matrix.im(q, j);
      matrix.put(p, j, cos * reP - re * reQ + im * imQ, cos * imP - re * imQ - im * reQ);
      matrix.put(q, j, re * reP + im * imP + cos * reQ, re * imP - im * reP + cos * imQ);
    }
  }

  private int[] order() {
    return IntStream.range(0, matrix.rows)
        .boxed()
        .sorted(Comparator.comparingDouble(i -> matrix.re(i, i)))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  Dense values() {
    return Dense.column(Arrays.stream(order()).mapToDouble(i -> matrix.re(i, i)).toArray());
  }

  /** Returns the vectors as columns. */
  Dense vectors() {
    int[] order = order();
    Dense sorted = new Dense(matrix.rows, matrix.rows);
    for (int j = 0; j < order.length; j++) {
      for (int i = 0; i < order.length; i++) {
        sorted.put(i, j, vectors.re(i, order[j]), vectors.im(i, order[j]));
      }
    }
    return sorted;
  }
}
