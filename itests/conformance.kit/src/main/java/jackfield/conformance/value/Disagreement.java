package jackfield.conformance.value;

/** A vector and the platform disagree. Caught where the vector's verdict is decided. */
public final class Disagreement extends RuntimeException {
  private static final long serialVersionUID = 1;
  private final String where;
  private final String expected;
  private final String found;

  /**
   * Creates the difference.
   *
   * @param where the part of the vector that disagrees, such as {@code output 0 strides}
   */
  public Disagreement(String where, Object expected, Object found) {
    super(where + ": expected " + expected + ", found " + found);
    this.where = where;
    this.expected = String.valueOf(expected);
    this.found = String.valueOf(found);
  }

  public String where() {
    return where;
  }

  public String expected() {
    return expected;
  }

  public String found() {
    return found;
  }

  /** Returns the same difference, located in a part of {@code outer}. */
  public Disagreement in(String outer) {
    return new Disagreement((outer + " " + where).strip(), expected, found);
  }
}
