package jackfield.shell.call;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;
import java.util.List;

/** Reports arguments that fit no overload of an operator. */
public final class CallMismatch extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final String operator;
  private final String argument;
  private final String problem;
  private final transient List<String> schemas;

  /**
   * Creates the error.
   *
   * @param operator the overload that fits best
   * @param argument the name of its argument that does not fit; for a surplus argument its text
   * @param problem what is wrong with the argument
   * @param asked the arguments as they were typed
   * @param schemas the schemas of the overloads
   */
  CallMismatch(
      String operator, String argument, String problem, String asked, List<String> schemas) {
    super(
        new ErrorText(operator + ": argument " + argument + " " + problem)
            .part("asked", asked.isEmpty() ? "no arguments" : asked)
            .part("available", String.join("\n", schemas))
            .part("try", "the arguments in the order of a schema, or as name=value")
            .toString());
    this.operator = operator;
    this.argument = argument;
    this.problem = problem;
    this.schemas = List.copyOf(schemas);
  }

  /** Returns the overload that fits best. */
  public String operator() {
    return operator;
  }

  /** Returns the argument that does not fit. */
  public String argument() {
    return argument;
  }

  /** Returns what is wrong with it. */
  public String problem() {
    return problem;
  }

  /** Returns the schemas of the overloads. */
  public List<String> schemas() {
    return schemas;
  }
}
