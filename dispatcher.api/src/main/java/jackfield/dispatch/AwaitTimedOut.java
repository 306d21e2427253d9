package jackfield.dispatch;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;
import jackfield.key.DispatchKey;
import jackfield.schema.OperatorName;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Reports that an awaited registration was not made in time. */
public final class AwaitTimedOut extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final transient OperatorName operator;
  private final DispatchKey key;

  /**
   * Creates the error.
   *
   * @param key the key of the kernel that was awaited; null for a definition
   */
  public AwaitTimedOut(OperatorName operator, DispatchKey key, Duration deadline) {
    super(
        new ErrorText("timed out waiting for " + operator)
            .part("asked", key == null ? "a registration of it" : "a kernel for " + key)
            .part("found", "none within " + TimeUnit.MILLISECONDS.convert(deadline) + " ms")
            .part("try", "plug the bundle that registers it first")
            .toString());
    this.operator = operator;
    this.key = key;
  }

  /** Returns the operator. */
  public OperatorName operator() {
    return operator;
  }

  /** Returns the key of the kernel that was awaited, or null for a definition. */
  public DispatchKey key() {
    return key;
  }
}
