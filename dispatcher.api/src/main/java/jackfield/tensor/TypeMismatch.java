package jackfield.tensor;

import jackfield.error.JackfieldException;

/** Reports that element types, devices or value types do not match the operator or each other. */
public final class TypeMismatch extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final String operator;

  /**
   * Creates the error.
   *
   * @param problem what was expected and what was found
   */
  public TypeMismatch(String operator, String problem) {
    super(operator + ": " + problem);
    this.operator = operator;
  }

  /** Returns the operator that reported the error. */
  public String operator() {
    return operator;
  }
}
