package jackfield.dispatch;

import java.time.Duration;

/** A registration that somebody waited for did not come in time. */
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
        new FourBeats("waited in vain for " + operator)
            .beat("asked", key == null ? "a registration of it" : "a kernel for " + key)
            .beat("found", "none within " + deadline.toMillis() + " ms")
            .beat("try", "start what registers it first")
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
