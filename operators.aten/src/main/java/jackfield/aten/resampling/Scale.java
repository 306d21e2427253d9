package jackfield.aten.resampling;

/**
 * The distance in the image between positions that are next to each other in the result.
 *
 * <p><em>Types</em>: computed in float32, unless the elements are float64, since a rounding error
 * can decide which element is the nearest.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 *
 * @param size the number of elements of the image
 * @param count the number of positions of the result
 * @param factor the scale factor that the caller gave; null if the sizes decide
 * @param isAligned whether the first and the last elements of image and result coincide
 * @param isSingle whether it is computed in float32
 */
public record Scale(long size, long count, Double factor, boolean isAligned, boolean isSingle) {
  private static final double HALF = 0.5;

  /** Returns the distance. */
  double value() {
    if (isAligned) {
      return count > 1 ? rounded(rounded((double) (size - 1)) / rounded((double) (count - 1))) : 0;
    }
    return factor != null && factor > 0
        ? rounded(1 / factor)
        : rounded(rounded((double) size) / rounded((double) count));
  }

  /** Returns a number in the type of the computation. */
  double rounded(double number) {
    return isSingle ? (float) number : number;
  }

  /** Returns this scale, computed in float32. */
  Scale single() {
    return new Scale(size, count, factor, isAligned, true);
  }

  /** Returns the place of a position in the image; it may be below 0 or beyond the end. */
  double place(double scale, long position) {
    return isAligned
        ? rounded(scale * rounded((double) position))
        : rounded(scale * rounded(position + HALF) - HALF);
  }
}
