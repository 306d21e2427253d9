package jackfield.kernel;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;
import jackfield.schema.OperatorName;
import java.util.List;

/**
 * A call for AutogradOther found a composite kernel and a backend's that exclude each other: the
 * composite one would make the backend's unreachable.
 */
public final class AmbiguousKernel extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final transient OperatorName operator;
  private final transient List<String> registered;

  /**
   * Creates the error.
   *
   * @param registered who serves which key, one text each
   */
  public AmbiguousKernel(OperatorName operator, List<String> registered) {
    super(
        new ErrorText("kernels of " + operator + " for AutogradOther exclude each other")
            .part("found", "a composite kernel, and a backend's of AutogradOther it would hide")
            .part("registered", String.join("\n", registered))
            .part("try", "register a kernel for AutogradOther, or drop one of the two")
            .toString());
    this.operator = operator;
    this.registered = List.copyOf(registered);
  }

  /** Returns the operator. */
  public OperatorName operator() {
    return operator;
  }

  /** Returns who serves which key, one text each. */
  public List<String> registered() {
    return registered;
  }
}
