package jackfield.feature.autograd.gradient;

/** Dimensions as recorded arguments name them; the operators have checked them. */
final class Dimensions {
  private Dimensions() {}

  /** Returns the number from 0 of a dimension that may count from the end. */
  static int wrapped(long dim, int rank) {
    return (int) (dim < 0 ? dim + rank : dim);
  }
}
