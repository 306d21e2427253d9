package jackfield.dispatch;

/** A kernel's way down, such as a redispatch, was taken by a thread that is in no call. */
public final class OutsideCall extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final transient OperatorName operator;

  /** Creates the error. */
  public OutsideCall(OperatorName operator) {
    super(
        new FourBeats(operator + ": the thread is in no call")
            .beat("asked", "the table of a call, as a redispatch uses it")
            .beat("found", "a thread outside: bundles may leave beneath it at any time")
            .beat("try", "call the operator, or open a Pin around it")
            .toString());
    this.operator = operator;
  }

  /** Returns the operator. */
  public OperatorName operator() {
    return operator;
  }
}
