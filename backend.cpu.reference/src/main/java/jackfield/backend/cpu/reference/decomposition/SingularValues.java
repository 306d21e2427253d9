package jackfield.backend.cpu.reference.decomposition;

import java.util.Arrays;

/**
 * The singular values and vectors of one matrix, by one-sided Jacobi rotations [1]: columns are
 * rotated in pairs until all are orthogonal. Their lengths then are the singular values, and the
 * product of the rotations has the right singular vectors.
 *
 * <p>The matrix has at least as many rows as columns. Elements are scaled by a power of two, so
 * that no square overflows.
 *
 * <p>What rounding decides is decided by rules: columns as short as rounding errors of the longest
 * are not rotated and have left vectors from the completed basis, and vectors of values that differ
 * by rounding keep the order of their columns. So two backends that rotate in this order give the
 * same vectors up to rounding, unless values coincide by chance.
 *
 * <p>[1] Demmel, Veselić: Jacobi's method is more accurate than QR, 1992.
 */
final class SingularValues {
  private static final int MOST_SWEEPS = 60;
  private static final double LEAST_SQUARE = 1e-280; // squares below lose digits
  private static final double ROUNDING = 0x1p-52;
  private static final double SAME = 1 - 0x1p-46;

  private final Columns columns;
  private final Columns rotations; // null without vectors
  private final int exponent;
  private int[] order; // columns by length; null until they are orthogonal

  SingularValues(Columns matrix, boolean hasVectors) {
    columns = matrix;
    rotations = hasVectors ? Columns.identity(matrix.count()) : null;
    double largest = matrix.largestPart();
    exponent = largest == 0 ? 0 : Math.getExponent(largest);
    for (int column = 0; column < matrix.count(); column++) {
      scale(column, -exponent);
    }
  }

  /** Multiplies a column by a power of two, which may itself be no number: 2^1074. */
  private void scale(int column, int power) {
    int half = power / 2;
    columns.scale(column, Math.scalb(1.0, half));
    columns.scale(column, Math.scalb(1.0, power - half));
  }

  /** Makes the columns orthogonal; returns whether that succeeded. */
  boolean converge() {
    boolean isOrthogonal = false;
    for (int sweep = 0; sweep < MOST_SWEEPS && !isOrthogonal; sweep++) {
      isOrthogonal = !sweep();
    }
    order = order();
    return isOrthogonal;
  }

  /** Returns the columns by length, and those of the same length in order. */
  private int[] order() {
    double[] left = new double[columns.count()];
    double negligible = negligible();
    Arrays.setAll(left, i -> columns.square(i) > negligible ? columns.square(i) : 0);
    int[] longestFirst = new int[left.length];
    for (int i = 0; i < left.length; i++) {
      double longest = Arrays.stream(left).max().orElseThrow();
      int first = 0;
      while (left[first] < longest * SAME) {
        first++;
      }
      longestFirst[i] = first;
      left[first] = -1;
    }
    return longestFirst;
  }

  /** Returns the square of the length below which a column consists of rounding errors. */
  private double negligible() {
    double longest = 0;
    for (int column = 0; column < columns.count(); column++) {
      longest = Math.max(longest, columns.square(column));
    }
    double rounding = ROUNDING * columns.rows();
    return Math.max(LEAST_SQUARE, longest * rounding * rounding);
  }

  /** Rotates all pairs that are not orthogonal; returns whether there was one. */
  private boolean sweep() {
    boolean hasRotated = false;
    double allowed = ROUNDING * Math.sqrt(columns.rows());
    double negligible = negligible();
    for (int p = 0; p < columns.count() - 1; p++) {
      for (int q = p + 1; q < columns.count(); q++) {
        double squareP = columns.square(p);
        double squareQ = columns.square(q);
        if (Math.min(squareP, squareQ) <= negligible) {
          continue;
        }
        double re = columns.realProduct(p, q);
        double im = columns.imaginaryProduct(p, q);
        if (Math.hypot(re, im) > allowed * Math.sqrt(squareP) * Math.sqrt(squareQ)) {
          rotate(p, q, Rotation.of(squareP, squareQ, re, im));
          hasRotated = true;
        }
      }
    }
    return hasRotated;
  }

  private void rotate(int p, int q, Rotation rotation) {
    columns.rotate(p, q, rotation);
    if (rotations != null) {
      rotations.rotate(p, q, rotation);
    }
  }

  /** Returns the singular values. */
  double[] descending() {
    double[] values = new double[order.length];
    Arrays.setAll(values, i -> -Math.scalb(Math.sqrt(columns.square(order[i])), exponent));
    Arrays.sort(values);
    Arrays.setAll(values, i -> -values[i]);
    return values;
  }

  /** Returns the right singular vectors, one for each value. */
  Columns right() {
    Columns right = new Columns(order.length, order.length);
    for (int i = 0; i < order.length; i++) {
      copy(rotations, order[i], right, i, 1);
    }
    return right;
  }

  /** Returns {@code count} orthonormal columns; the first are the left singular vectors. */
  Columns left(int count) {
    Columns left = new Columns(count, columns.rows());
    int known = 0;
    double negligible = negligible();
    while (known < order.length && columns.square(order[known]) > negligible) {
      copy(columns, order[known], left, known, 1 / Math.sqrt(columns.square(order[known])));
      known++;
    }
    double[] missing = new double[columns.rows()];
    Arrays.fill(missing, 1);
    for (int column = 0; column < count; column++) {
      if (column >= known) {
        add(left, column, missing);
      }
      for (int row = 0; row < missing.length; row++) {
        double re = left.real(column, row);
        double im = left.imaginary(column, row);
        missing[row] -= re * re + im * im;
      }
    }
    return left;
  }

  /**
   * Makes a column of length 1 that is orthogonal to all before it, from the unit vector of which
   * they lack most. The second projection removes the rounding errors of the first.
   *
   * @param missing the squared length of the part of each unit vector that no column has
   */
  private static void add(Columns left, int column, double[] missing) {
    double most = Arrays.stream(missing).max().orElseThrow();
    int best = 0;
    while (missing[best] < most * SAME) {
      best++;
    }
    left.put(column, best, 1, 0);
    for (int time = 0; time < 2; time++) {
      for (int before = 0; before < column; before++) {
        left.project(before, column);
      }
    }
    left.scale(column, 1 / Math.sqrt(left.square(column)));
  }

  private static void copy(Columns from, int column, Columns to, int target, double scale) {
    for (int row = 0; row < to.rows(); row++) {
      to.put(target, row, scale * from.real(column, row), scale * from.imaginary(column, row));
    }
  }
}
