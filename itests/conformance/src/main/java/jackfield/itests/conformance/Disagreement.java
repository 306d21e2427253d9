package jackfield.itests.conformance;

/** A vector and the platform differ. Caught where the vector's verdict is given. */
final class Disagreement extends RuntimeException {
  private static final long serialVersionUID = 1;
  private final String where;
  private final String expected;
  private final String found;

  /**
   * Creates the difference.
   *
   * @param where the part of the vector, such as {@code output 0 strides}
   */
  Disagreement(String where, Object expected, Object found) {
    super(where + ": expected " + expected + ", found " + found);
    this.where = where;
    this.expected = String.valueOf(expected);
    this.found = String.valueOf(found);
  }

  String where() {
    return where;
  }

  String expected() {
    return expected;
  }

  String found() {
    return found;
  }

  /** The same difference in a part of {@code outer}. */
  Disagreement in(String outer) {
    return new Disagreement((outer + " " + where).strip(), expected, found);
  }
}
