package jackfield.backend.cpu.decomposition;

import java.util.Arrays;

/**
 * The singular values and vectors of one matrix, by one-sided Jacobi rotations [1]: columns are
 * rotated in pairs until all are orthogonal. Their lengths then are the singular values, and the
 * product of the rotations has the right singular vectors.
 *
 * <p>The matrix has at least as many rows as columns, and no real or imaginary part above 2 in
 * magnitude.
 *
 * <p>Fixed rules decide where rounding errors would: columns as short as rounding errors of the
 * longest are not rotated and have left vectors from the completed basis, and vectors of values
 * that differ by rounding keep the order of their columns. So two backends that rotate in this
 * order give the same vectors up to rounding, unless values coincide by chance.
 *
 * <p>[1] Demmel, Veselić: Jacobi's method is more accurate than QR, 1992.
 */
final class SingularValues {
  private static final int MOST_SWEEPS = 60;
  private static final double LEAST_SQUARE = 1e-280; // squares below lose digits
  private static final double ROUNDING = 0x1p-52;
  private static final double SAME = 1 - 0x1p-46;
  private static final double LEAST_DIFFERENCE = 0x1p-46;

  private final PackedColumns columns;
  private final int count;
  private final PackedColumns rotations; // null without vectors
  private final double[] squares; // of the columns' lengths
  private int[] order; // columns by length; null until they are orthogonal

  /**
   * Begins a decomposition.
   *
   * @param columns the matrix
   * @param rotations scratch memory of {@code count} columns of as many rows; null without vectors
   */
  SingularValues(PackedColumns columns, int count, PackedColumns rotations) {
    this.columns = columns;
    this.count = count;
    this.rotations = rotations;
    this.squares = new double[count];
    Arrays.setAll(squares, columns::square);
    for (int column = 0; rotations != null && column < count; column++) {
      rotations.putUnit(column, column);
    }
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
    double[] left = new double[count];
    double negligible = negligible();
    Arrays.setAll(left, i -> squares[i] > negligible ? squares[i] : 0);
    int[] longestFirst = new int[count];
    for (int i = 0; i < count; i++) {
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
    double rounding = ROUNDING * columns.rows();
    double longest = Arrays.stream(squares).max().orElse(0);
    return Math.max(LEAST_SQUARE, longest * rounding * rounding);
  }

  /** Rotates all pairs that are not orthogonal; returns whether there was one. */
  private boolean sweep() {
    boolean hasRotated = false;
    double allowed = ROUNDING * Math.sqrt((double) columns.rows());
    double negligible = negligible();
    for (int p = 0; p < count - 1; p++) {
      for (int q = p + 1; q < count; q++) {
        if (Math.min(squares[p], squares[q]) <= negligible) {
          continue;
        }
        double re = columns.realProduct(p, q);
        double im = columns.imaginaryProduct(p, q);
        double product = im == 0 ? Math.abs(re) : Math.hypot(re, im);
        if (product > allowed * Math.sqrt(squares[p]) * Math.sqrt(squares[q])) {
          orthogonalize(p, q, re / product, im / product, product);
          hasRotated = true;
        }
      }
    }
    return hasRotated;
  }

  /** Rotates the product of the columns, {@code product} times {@code re + i im}, to 0. */
  private void orthogonalize(int p, int q, double re, double im, double product) {
    double cotangent = (squares[q] - squares[p]) / (2 * product); // of the double angle
    double sign = cotangent < -LEAST_DIFFERENCE ? -1 : 1; // not decided by rounding
    double tangent = sign / (sign * cotangent + Math.hypot(1, cotangent));
    double cos = 1 / Math.sqrt(1 + tangent * tangent);
    double sin = cos * tangent;
    double tangentOfHalf = sin / (1 + cos);
    columns.rotate(p, q, re, im, sin, tangentOfHalf);
    if (rotations != null) {
      rotations.rotate(p, q, re, im, sin, tangentOfHalf);
    }
    squares[p] = columns.square(p);
    squares[q] = columns.square(q);
  }

  /** Returns the singular values. */
  double[] descending() {
    double[] values = new double[count];
    Arrays.setAll(values, i -> -Math.sqrt(squares[i]));
    Arrays.sort(values);
    Arrays.setAll(values, i -> -values[i]);
    return values;
  }

  /** Returns the column of the rotations that is the right singular vector of a value. */
  int right(int index) {
    return order[index];
  }

  /**
   * Makes the columns orthonormal: left singular vectors, then others, in the memory after the
   * matrix and in that of columns of zeros.
   *
   * @return the column of each vector
   */
  int[] left(int wanted) {
    int[] vectors = Arrays.copyOf(order, wanted);
    double negligible = negligible();
    int known = 0;
    for (; known < count && squares[order[known]] > negligible; known++) {
      columns.scale(order[known], 1 / Math.sqrt(squares[order[known]]));
    }
    double[] missing = new double[Math.toIntExact(columns.rows())];
    Arrays.fill(missing, 1);
    for (int index = 0; index < wanted && known < wanted; index++) {
      vectors[index] = index < count ? order[index] : index;
      if (index >= known) {
        add(vectors, index, missing);
      }
      subtract(vectors[index], missing);
    }
    return vectors;
  }

  private void subtract(int vector, double[] missing) {
    for (int row = 0; row < missing.length; row++) {
      double re = columns.real(vector, row);
      double im = columns.imaginary(vector, row);
      missing[row] -= re * re + im * im;
    }
  }

  /**
   * Makes a column of length 1 that is orthogonal to all before it, from the unit vector with the
   * largest part outside their span. The second projection removes the rounding errors of the
   * first.
   *
   * @param missing the squared length of the part of each unit vector that no vector has
   */
  private void add(int[] vectors, int index, double[] missing) {
    double most = Arrays.stream(missing).max().orElseThrow();
    int best = 0;
    while (missing[best] < most * SAME) {
      best++;
    }
    int column = vectors[index];
    columns.putUnit(column, best);
    for (int time = 0; time < 2; time++) {
      for (int before = 0; before < index; before++) {
        columns.project(vectors[before], column);
      }
    }
    columns.scale(column, 1 / Math.sqrt(columns.square(column)));
  }
}
