package jackfield.opgen.input;

/** An entry lacks a required field. */
public final class MissingField extends FaultyInput {
  private static final long serialVersionUID = 1;
  private final String field;

  /**
   * Creates the error.
   *
   * @param reason why the field is needed
   */
  public MissingField(Place place, String field, String reason) {
    super(place, "the field " + field + " is missing: " + reason);
    this.field = field;
  }

  /** Returns the field. */
  public String field() {
    return field;
  }
}
