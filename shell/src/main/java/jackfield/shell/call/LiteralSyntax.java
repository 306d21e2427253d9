package jackfield.shell.call;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;

/** Reports an argument of a call that is not a literal; the message marks the position. */
public final class LiteralSyntax extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final String text;
  private final int position;
  private final String expected;

  LiteralSyntax(String text, int position, String expected) {
    super(
        new ErrorText("call: an argument cannot be read at its character " + (position + 1))
            .part("asked", text + "\n" + " ".repeat(position) + "^")
            .part("found", position < text.length() ? text.substring(position) : "the end")
            .part("available", expected)
            .part("try", "[[1, 2], [3, 4]], 0.5, 1L, True, None, float32 or name=value")
            .toString());
    this.text = text;
    this.position = position;
    this.expected = expected;
  }

  /** Returns the argument. */
  public String text() {
    return text;
  }

  /** Returns the index of the first character that does not fit. */
  public int position() {
    return position;
  }

  /** Returns what was expected there. */
  public String expected() {
    return expected;
  }
}
