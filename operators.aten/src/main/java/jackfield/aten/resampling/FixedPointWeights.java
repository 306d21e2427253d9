package jackfield.aten.resampling;

/**
 * Weights of images of bytes as integers of 16 bits, by which each dimension is computed and
 * rounded to bytes.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 *
 * @param precision the bits after the point, from 1 to 22
 */
public record FixedPointWeights(int precision) {
  private static final int GREATEST_PRECISION = 22;
  private static final int WEIGHT_BITS = 15;
  private static final double HALF = 0.5;

  /** Returns the weights of a dimension; taps of one element share the weight of their sum. */
  public static FixedPointWeights of(Axis axis) {
    double greatest = 0;
    Taps taps = new Taps();
    for (long position = 0; position < axis.count(); position++) {
      axis.at(position, taps);
      double weight = 0;
      for (int tap = 0; tap < taps.count(); tap++) {
        boolean isSame = tap > 0 && taps.index(tap) == taps.index(tap - 1);
        weight = (isSame ? weight : 0) + taps.weight(tap);
        greatest = Math.max(greatest, weight);
      }
    }
    return upTo(greatest);
  }

  /** Returns the most precise weights of which {@code greatest} fits 16 bits. */
  public static FixedPointWeights upTo(double greatest) {
    int precision = 0;
    while (precision < GREATEST_PRECISION
        && (long) (HALF + greatest * (1L << (precision + 1))) < 1L << WEIGHT_BITS) {
      precision++;
    }
    return new FixedPointWeights(Math.max(precision, 1));
  }

  /** Returns a weight as an integer; a half is rounded away from zero. */
  public long rounded(double weight) {
    double scaled = weight * (1L << precision);
    return (long) (scaled < 0 ? scaled - HALF : scaled + HALF);
  }
}
