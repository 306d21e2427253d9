package jackfield.notebook;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;

/** Reports a cell that cannot be registered; nothing of it is. */
public final class CellRefused extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final String operator;

  CellRefused(String operator, String found, String attempt) {
    super(
        new ErrorText("kernel of %s: refused; nothing has changed".formatted(operator))
            .part("found", found)
            .part("try", attempt)
            .toString());
    this.operator = operator;
  }

  /** Returns the name of the operator. */
  public String operator() {
    return operator;
  }
}
