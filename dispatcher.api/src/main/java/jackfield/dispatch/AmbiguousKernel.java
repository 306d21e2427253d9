package jackfield.dispatch;

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
        new FourBeats("kernels of " + operator + " for AutogradOther exclude each other")
            .beat("found", "a composite kernel, and a backend's of AutogradOther it would hide")
            .beat("registered", String.join("\n", registered))
            .beat("try", "register a kernel for AutogradOther, or drop one of the two")
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
