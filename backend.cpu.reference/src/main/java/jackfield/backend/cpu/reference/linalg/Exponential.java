package jackfield.backend.cpu.reference.linalg;

/**
 * The exponential of a matrix: the Padé approximant of degree 13 of the matrix divided by a power
 * of two, squared as often [1].
 *
 * <p>[1] Higham: The scaling and squaring method for the matrix exponential revisited, 2005.
 */
final class Exponential {
  private static final double[] COEFFICIENTS = {
    64764752532480000.0,
    32382376266240000.0,
    7771770303897600.0,
    1187353796428800.0,
    129060195264000.0,
    10559470521600.0,
    670442572800.0,
    33522128640.0,
    1323241920.0,
    40840800.0,
    960960.0,
    16380.0,
    182.0,
    1.0
  };
  private static final double LARGEST_NORM = 5.371920351148152;
  private static final int MOST_SQUARES = 1100; // more than the exponents of double

  private Exponential() {}

  static Dense of(Dense matrix) {
    double norm = norm(matrix);
    int squares = 0;
    while (norm > LARGEST_NORM && squares < MOST_SQUARES) {
      norm /= 2;
      squares++;
    }
    Dense scaled = scaled(matrix, squares);
    Dense square = scaled.times(scaled);
    Dense fourth = square.times(square);
    Dense[] powers = {Dense.identity(matrix.rows), square, fourth, fourth.times(square)};
    Dense odd = scaled.times(polynomial(powers, 1));
    Dense even = polynomial(powers, 0);
    Dense result = LuFactors.of(even.plus(-1, odd)).solve(even.plus(1, odd), false);
    for (int i = 0; i < squares; i++) {
      result = result.times(result);
    }
    return result;
  }

  /** Returns the sum of the even powers with every second coefficient, from one on. */
  private static Dense polynomial(Dense[] powers, int first) {
    Dense low = new Dense(powers[0].rows, powers[0].rows);
    Dense high = low;
    for (int i = 0; i < powers.length; i++) {
      low = low.plus(COEFFICIENTS[first + 2 * i], powers[i]);
    }
    for (int i = 1; i < powers.length; i++) {
      high = high.plus(COEFFICIENTS[first + 2 * i + 6], powers[i]);
    }
    return low.plus(1, powers[powers.length - 1].times(high));
  }

  /** Returns the greatest sum of magnitudes of a column. */
  private static double norm(Dense matrix) {
    double greatest = 0;
    for (int j = 0; j < matrix.columns; j++) {
      double sum = 0;
      for (int i = 0; i < matrix.rows; i++) {
        sum += matrix.magnitude(i, j);
      }
      greatest = Math.max(greatest, sum);
    }
    return greatest;
  }

  private static Dense scaled(Dense matrix, int squares) {
    Dense scaled = matrix.copy();
    for (int k = 0; k < scaled.re.length; k++) {
      scaled.re[k] = Math.scalb(scaled.re[k], -squares);
      scaled.im[k] = Math.scalb(scaled.im[k], -squares);
    }
    return scaled;
  }
}
