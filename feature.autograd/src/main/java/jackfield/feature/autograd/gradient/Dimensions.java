package jackfield.feature.autograd.gradient;

/** Converts dimension arguments of recorded calls, which the operators have checked. */
final class Dimensions {
  private Dimensions() {}

  /** Returns the dimension counted from 0; {@code dim} may count from the end. */
  static int wrapped(long dim, int rank) {
    return (int) (dim < 0 ? dim + rank : dim);
  }
}
