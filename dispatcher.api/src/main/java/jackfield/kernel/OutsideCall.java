package jackfield.kernel;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;
import jackfield.schema.OperatorName;

/** A kernel's way down, such as a redispatch, was taken by a thread that is in no call. */
public final class OutsideCall extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final transient OperatorName operator;

  /** Creates the error. */
  public OutsideCall(OperatorName operator) {
    super(
        new ErrorText(operator + ": the thread is in no call")
            .part("asked", "the table of a call, as a redispatch uses it")
            .part("found", "a thread outside: bundles may leave beneath it at any time")
            .part("try", "call the operator, or open a Pin around it")
            .toString());
    this.operator = operator;
  }

  /** Returns the operator. */
  public OperatorName operator() {
    return operator;
  }
}
