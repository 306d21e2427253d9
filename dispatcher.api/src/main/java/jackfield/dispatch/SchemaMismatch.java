package jackfield.dispatch;

/** A kernel's or a caller's types differ from the operator's schema. */
public final class SchemaMismatch extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final String operator;
  private final String expected;
  private final String found;

  /** Creates the error; {@code reason} is the first difference. */
  public SchemaMismatch(String operator, String expected, String found, String reason) {
    super(
        new FourBeats(operator + ": " + reason)
            .beat("asked", expected)
            .beat("found", found)
            .beat("try", "make the types equal to the schema's")
            .toString());
    this.operator = operator;
    this.expected = expected;
    this.found = found;
  }

  /** Returns the operator. */
  public String operator() {
    return operator;
  }

  /** Returns the schema that is defined. */
  public String expected() {
    return expected;
  }

  /** Returns the schema that was found. */
  public String found() {
    return found;
  }
}
