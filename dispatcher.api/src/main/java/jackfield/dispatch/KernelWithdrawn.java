package jackfield.dispatch;

/** A held kernel was called after its registration had been taken back. */
public final class KernelWithdrawn extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final transient OperatorName operator;
  private final DispatchKey key;
  private final transient Provenance provenance;

  KernelWithdrawn(OperatorName operator, DispatchKey key, Provenance provenance) {
    super(
        new FourBeats("the kernel of " + operator + " that was held for " + key + " is gone")
            .beat("found", "its registration by " + provenance + " was taken back")
            .beat("try", "ask the dispatcher for the kernel that serves the key")
            .toString());
    this.operator = operator;
    this.key = key;
    this.provenance = provenance;
  }

  /** Returns the operator. */
  public OperatorName operator() {
    return operator;
  }

  /** Returns the key that the kernel served. */
  public DispatchKey key() {
    return key;
  }

  /** Returns who had registered it. */
  public Provenance provenance() {
    return provenance;
  }
}
