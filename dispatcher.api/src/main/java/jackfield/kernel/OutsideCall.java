package jackfield.kernel;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;
import jackfield.schema.OperatorName;

/** Reports that a thread outside any call used an operation for kernels, such as a redispatch. */
public final class OutsideCall extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final transient OperatorName operator;

  /** Creates the error. */
  public OutsideCall(OperatorName operator) {
    super(
        new ErrorText(operator + ": the thread is in no call")
            .part("asked", "the table of a call, as a redispatch uses it")
            .part("found", "a thread outside any call: its kernels could be unplugged meanwhile")
            .part("try", "call the operator, or open a Pin around it")
            .toString());
    this.operator = operator;
  }

  /** Returns the operator. */
  public OperatorName operator() {
    return operator;
  }
}
