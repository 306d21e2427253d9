package jackfield.dispatch;

/** A registration breaks a rule; nothing of it was kept. */
public final class RegistrationRefused extends JackfieldException {
  private static final long serialVersionUID = 1;

  /** The rules that can be broken. */
  public enum Kind {
    /** A key that no tensor dispatches to: Undefined, a building block. */
    INVALID_KEY,
    /** A second fallback for a key. */
    DUPLICATE_FALLBACK,
    /** A kernel whose type is not the operator's. */
    WRONG_SIGNATURE,
    /** A name outside the library's namespace. */
    NAMESPACE_MISMATCH
  }

  private final Kind kind;
  private final String subject;

  /**
   * Creates the error.
   *
   * @param subject the operator or key that was to be registered for
   * @param problem what was expected and found
   */
  public RegistrationRefused(Kind kind, String subject, String problem) {
    super(subject + ": " + problem);
    this.kind = kind;
    this.subject = subject;
  }

  /** Returns the rule that was broken. */
  public Kind kind() {
    return kind;
  }

  /** Returns the operator or key that was to be registered for. */
  public String subject() {
    return subject;
  }
}
