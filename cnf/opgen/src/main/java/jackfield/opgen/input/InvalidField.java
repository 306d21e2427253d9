package jackfield.opgen.input;

/**
 * A field has an invalid value, or a value that is invalid in combination with the entry's other
 * fields.
 */
public final class InvalidField extends FaultyInput {
  private static final long serialVersionUID = 1;
  private final String field;
  private final String found;
  private final String expected;

  /** Creates the error. */
  public InvalidField(Place place, String field, String found, String expected) {
    super(
        place,
        "%s cannot be read\n  found      %s\n  expected   %s".formatted(field, found, expected));
    this.field = field;
    this.found = found;
    this.expected = expected;
  }

  /** Returns the field. */
  public String field() {
    return field;
  }

  /** Returns its value. */
  public String found() {
    return found;
  }

  /** Returns the expected values. */
  public String expected() {
    return expected;
  }
}
