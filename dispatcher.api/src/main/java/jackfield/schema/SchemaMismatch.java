package jackfield.schema;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;
import java.util.Optional;

/** Reports that a kernel's or a caller's types differ from the operator's schema. */
public final class SchemaMismatch extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final String operator;
  private final String expected;
  private final String found;
  private final transient SchemaDifference difference; // null unless schemas were compared

  /** Creates the error; {@code reason} is the first difference. */
  public SchemaMismatch(String operator, String expected, String found, String reason) {
    super(
        new ErrorText(operator + ": " + reason)
            .part("asked", expected)
            .part("found", found)
            .part("try", "make the types equal to the schema's")
            .toString());
    this.operator = operator;
    this.expected = expected;
    this.found = found;
    this.difference = null;
  }

  /**
   * Creates the error of a kernel whose types differ from the operator's definition.
   *
   * @param defined the definition and its provider
   * @param inferred the kernel's schema and its provider
   */
  public SchemaMismatch(
      String operator, String defined, String inferred, SchemaDifference difference) {
    super(
        new ErrorText(operator + ": a kernel's types are not the schema's: " + difference)
            .part("asked", inferred)
            .part("found", defined)
            .part("try", "change the kernel's parameters or the schema")
            .toString());
    this.operator = operator;
    this.expected = defined;
    this.found = inferred;
    this.difference = difference;
  }

  /** Returns the first difference, if two schemas were compared. */
  public Optional<SchemaDifference> difference() {
    return Optional.ofNullable(difference);
  }

  /** Returns the operator. */
  public String operator() {
    return operator;
  }

  /** Returns the defined schema. */
  public String expected() {
    return expected;
  }

  /** Returns the schema found. */
  public String found() {
    return found;
  }
}
