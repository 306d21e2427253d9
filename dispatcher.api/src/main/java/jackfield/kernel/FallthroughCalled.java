package jackfield.kernel;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;
import jackfield.key.DispatchKey;
import jackfield.schema.OperatorName;

/** Reports that a redispatch or a call by key selected a fallthrough, which cannot be run. */
public final class FallthroughCalled extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final transient OperatorName operator;
  private final DispatchKey key;

  FallthroughCalled(OperatorName operator, DispatchKey key) {
    super(
        new ErrorText(operator + ": the kernel at " + key + " is a fallthrough, which is not run")
            .part("asked", "a key set whose highest key is " + key)
            .part("try", "pass the set of the call without the kernel's own key")
            .toString());
    this.operator = operator;
    this.key = key;
  }

  /** Returns the operator. */
  public OperatorName operator() {
    return operator;
  }

  /** Returns the highest key of the given set. */
  public DispatchKey key() {
    return key;
  }
}
