package jackfield.kernel;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;

/** A value on a boxed stack is not of the type that whoever takes it from there expects. */
public final class ValueMismatch extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final int place;
  private final String expected;
  private final String found;

  /**
   * Creates the error.
   *
   * @param place the position on the stack, counted from the bottom
   * @param expected the type that was expected, as schemas write it
   * @param value what was found
   */
  public ValueMismatch(int place, String expected, Object value) {
    super(
        new ErrorText("boxed call: value " + place + " of the stack is no " + expected)
            .part("asked", expected)
            .part("found", ValueText.of(value))
            .part("try", "push the operator's arguments in the order and types of its schema")
            .toString());
    this.place = place;
    this.expected = expected;
    this.found = ValueText.of(value);
  }

  /** Returns the position on the stack, counted from the bottom. */
  public int place() {
    return place;
  }

  /** Returns the type that was expected, as schemas write it. */
  public String expected() {
    return expected;
  }

  /** Returns the type of what was found, and its text where it is short. */
  public String found() {
    return found;
  }
}
