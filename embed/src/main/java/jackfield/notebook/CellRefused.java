package jackfield.notebook;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;

/**
 * Reports a cell that cannot be registered, of which nothing is, or a call whose kernel returned
 * what the schema does not declare, which has no result.
 */
public final class CellRefused extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final String operator;

  private CellRefused(String firstLine, String operator, String found, String attempt) {
    super(new ErrorText(firstLine).part("found", found).part("try", attempt).toString());
    this.operator = operator;
  }

  /** Returns the error for a kernel that is not registered. */
  static CellRefused kernel(String operator, String found, String attempt) {
    String firstLine = "kernel of %s: refused; nothing has changed".formatted(operator);
    return new CellRefused(firstLine, operator, found, attempt);
  }

  /** Returns the error for a call of a registered kernel. */
  static CellRefused call(String operator, String found, String attempt) {
    String firstLine = "call of %s: its kernel ran, and the call has no result".formatted(operator);
    return new CellRefused(firstLine, operator, found, attempt);
  }

  /** Returns the error for a call whose arguments the kernel does not take. */
  static CellRefused arguments(String operator, String found, String attempt) {
    String firstLine = "call of %s: its kernel did not run".formatted(operator);
    return new CellRefused(firstLine, operator, found, attempt);
  }

  /** Returns the name of the operator. */
  public String operator() {
    return operator;
  }
}
