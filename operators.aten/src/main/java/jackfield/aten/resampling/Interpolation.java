package jackfield.aten.resampling;

/** The ways in which elements between those of an image are computed. */
public enum Interpolation {
  /** The element at the scaled index, rounded down. */
  NEAREST,
  /** The element nearest to the centre. */
  NEAREST_EXACT,
  /** Weights that fall with the distance to 0 at 1. */
  LINEAR,
  /** Cubic polynomials of the distance up to 2, with the coefficient −0.75. */
  CUBIC,
  /** Linear weights, over more elements where the result is smaller. */
  LINEAR_FILTER,
  /** Cubic weights with the coefficient −0.5, over more elements where the result is smaller. */
  CUBIC_FILTER;

  /** Returns whether one element is taken as it is. */
  public boolean isNearest() {
    return this == NEAREST || this == NEAREST_EXACT;
  }

  /** Returns whether the elements are filtered, so that details do not turn into patterns. */
  public boolean isFilter() {
    return this == LINEAR_FILTER || this == CUBIC_FILTER;
  }
}
