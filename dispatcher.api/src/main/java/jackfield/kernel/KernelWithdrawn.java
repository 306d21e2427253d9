package jackfield.kernel;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;
import jackfield.key.DispatchKey;
import jackfield.schema.OperatorName;

/** Reports a call of a held kernel after its registration was withdrawn. */
public final class KernelWithdrawn extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final transient OperatorName operator;
  private final DispatchKey key;
  private final transient Provenance provenance;

  KernelWithdrawn(OperatorName operator, DispatchKey key, Provenance provenance) {
    super(
        new ErrorText("the kernel of " + operator + " that was held for " + key + " is gone")
            .part("found", "its registration by " + provenance + " was withdrawn")
            .part("try", "ask the dispatcher for the kernel that serves the key")
            .toString());
    this.operator = operator;
    this.key = key;
    this.provenance = provenance;
  }

  /** Returns the operator. */
  public OperatorName operator() {
    return operator;
  }

  /** Returns the key for which the kernel was active. */
  public DispatchKey key() {
    return key;
  }

  /** Returns its former provider. */
  public Provenance provenance() {
    return provenance;
  }
}
