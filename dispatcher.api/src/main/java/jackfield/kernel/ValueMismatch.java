package jackfield.kernel;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;

/** Reports that a value on a boxed stack does not have the expected type. */
public final class ValueMismatch extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final int position;
  private final String expected;
  private final String found;

  /**
   * Creates the error.
   *
   * @param position the position on the stack, counted from the bottom
   * @param expected the type that was expected, as schemas write it
   * @param value the value found
   */
  public ValueMismatch(int position, String expected, Object value) {
    super(
        new ErrorText("boxed call: value " + position + " of the stack is no " + expected)
            .part("asked", expected)
            .part("found", ValueText.of(value))
            .part("try", "push the operator's arguments in the order and types of its schema")
            .toString());
    this.position = position;
    this.expected = expected;
    this.found = ValueText.of(value);
  }

  /** Returns the position on the stack, counted from the bottom. */
  public int position() {
    return position;
  }

  /** Returns the type that was expected, as schemas write it. */
  public String expected() {
    return expected;
  }

  /** Returns the type of the value found, and its text if it is short. */
  public String found() {
    return found;
  }
}
