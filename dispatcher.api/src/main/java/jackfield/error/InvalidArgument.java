package jackfield.error;

/**
 * Reports an argument value that the operator does not accept, such as a dimension out of range.
 */
public final class InvalidArgument extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final String operator;
  private final String argument;

  /**
   * Creates the error.
   *
   * @param problem what was expected and what was found
   */
  public InvalidArgument(String operator, String argument, String problem) {
    super(operator + ": " + argument + " " + problem);
    this.operator = operator;
    this.argument = argument;
  }

  /** Returns the operator that reported the error. */
  public String operator() {
    return operator;
  }

  /** Returns the name of the argument. */
  public String argument() {
    return argument;
  }
}
