package jackfield.kernel;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;
import jackfield.schema.OperatorName;
import java.util.List;

/**
 * Reports a call for AutogradOther with two conflicting kernels: a composite kernel and a backend
 * kernel that the composite kernel would make unreachable.
 */
public final class AmbiguousKernel extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final transient OperatorName operator;
  private final transient List<String> registered;

  /**
   * Creates the error.
   *
   * @param registered the provider of each key, one text each
   */
  public AmbiguousKernel(OperatorName operator, List<String> registered) {
    super(
        new ErrorText("kernels of " + operator + " for AutogradOther conflict")
            .part("found", "a composite kernel, and a kernel of AutogradOther that it would hide")
            .part("registered", String.join("\n", registered))
            .part("try", "register a kernel for AutogradOther, or remove one of the two")
            .toString());
    this.operator = operator;
    this.registered = List.copyOf(registered);
  }

  /** Returns the operator. */
  public OperatorName operator() {
    return operator;
  }

  /** Returns the provider of each key, one text each. */
  public List<String> registered() {
    return registered;
  }
}
