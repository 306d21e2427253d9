package jackfield.tools.fuzz.operator.argument;

import java.util.stream.IntStream;

/**
 * Finds arguments that hold a numerically singular matrix: its smallest singular value is 0, a
 * rounding error, or small. What is divided by that value depends on the algorithm.
 */
public final class SingularMatrices {
  private static final double RATIO = 1e-3; // of a pivot to the first; errors grow with its square
  private static final long MOST_ELEMENTS = 4096;

  private SingularMatrices() {}

  /** Returns whether a matrix of an argument has not full rank, or nearly so. */
  public static boolean areIn(Case call) {
    return call.views().stream()
        .filter(view -> view.sizes().size() >= 2 && view.elementCount() <= MOST_ELEMENTS)
        .anyMatch(view -> hasSingular(view, call.memories().get(view.memory())));
  }

  private static boolean hasSingular(View view, Memory memory) {
    int rank = view.sizes().size();
    int rows = view.sizes().get(rank - 2).intValue();
    int columns = view.sizes().get(rank - 1).intValue();
    if (view.elementCount() == 0) {
      return false;
    }
    int count = (int) (view.elementCount() / rows / columns);
    return IntStream.range(0, count)
        .mapToObj(matrix -> elements(view, memory, matrix))
        .anyMatch(SingularMatrices::isSingular);
  }

  /** Returns a matrix; a complex one as the real matrix {@code [[re, -im], [im, re]]}. */
  private static double[][] elements(View view, Memory memory, int matrix) {
    int rank = view.sizes().size();
    int rows = view.sizes().get(rank - 2).intValue();
    int columns = view.sizes().get(rank - 1).intValue();
    int parts = memory.dtype().isComplex() ? 2 : 1;
    double[][] all = new double[parts * rows][parts * columns];
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        int place =
            (int)
                (first(view, matrix)
                    + row * view.strides().get(rank - 2)
                    + column * view.strides().get(rank - 1));
        all[row][column] = memory.value(place);
        if (parts == 2) {
          all[row + rows][column + columns] = memory.value(place);
          all[row + rows][column] = memory.value(place + 1);
          all[row][column + columns] = -memory.value(place + 1);
        }
      }
    }
    return all;
  }

  private static long first(View view, int matrix) {
    long place = view.offset();
    int rest = matrix;
    for (int dim = view.sizes().size() - 3; dim >= 0; dim--) {
      int size = view.sizes().get(dim).intValue();
      place += rest % size * view.strides().get(dim);
      rest /= size;
    }
    return place;
  }

  /** Eliminates with the largest element of the rest as pivot; changes {@code matrix}. */
  private static boolean isSingular(double[][] matrix) {
    double largest = 0;
    for (int step = 0; step < Math.min(matrix.length, matrix[0].length); step++) {
      pivot(matrix, step);
      double pivot = Math.abs(matrix[step][step]);
      largest = Math.max(largest, pivot);
      if (!(pivot > RATIO * largest)) {
        return true; // 0, small, or not a number
      }
      for (int row = step + 1; row < matrix.length; row++) {
        double factor = matrix[row][step] / matrix[step][step];
        for (int column = step; column < matrix[0].length; column++) {
          matrix[row][column] -= factor * matrix[step][column];
        }
      }
    }
    return false;
  }

  /** Exchanges rows and columns, so that the largest element of the rest is on the diagonal. */
  private static void pivot(double[][] matrix, int step) {
    int row = step;
    int column = step;
    for (int i = step; i < matrix.length; i++) {
      for (int k = step; k < matrix[0].length; k++) {
        if (Math.abs(matrix[i][k]) > Math.abs(matrix[row][column])) {
          row = i;
          column = k;
        }
      }
    }
    double[] moved = matrix[step];
    matrix[step] = matrix[row];
    matrix[row] = moved;
    for (double[] each : matrix) {
      double value = each[step];
      each[step] = each[column];
      each[column] = value;
    }
  }
}
