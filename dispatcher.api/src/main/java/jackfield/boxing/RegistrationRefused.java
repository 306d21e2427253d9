package jackfield.boxing;

import jackfield.error.JackfieldException;

/**
 * Reports that a registration breaks a rule. Nothing of it is kept, with one exception, as in C10:
 * the types of an operator's first kernel stay binding for later kernels.
 */
public final class RegistrationRefused extends JackfieldException {
  private static final long serialVersionUID = 1;

  /** The rules that can be broken. */
  public enum Kind {
    /** A key to which no tensor dispatches: Undefined or a building block. */
    INVALID_KEY,
    /** An alias key where only a runtime key is valid. */
    ALIAS_KEY,
    /** A key without a kernel for calls. */
    NO_COMPUTED_KERNEL,
    /** No kernel at all. */
    INVALID_KERNEL,
    /** A second fallback for a key. */
    DUPLICATE_FALLBACK,
    /** An operator was requested with another type than its kernels have. */
    WRONG_SIGNATURE,
    /** A kernel whose types differ from those of earlier kernels. */
    KERNEL_SIGNATURE_MISMATCH,
    /** A kernel whose types are unknown, registered by name only. */
    SCHEMA_NOT_INFERABLE,
    /** More arguments than a call can have. */
    TOO_MANY_ARGUMENTS,
    /** A second library claims a namespace. */
    DUPLICATE_LIBRARY,
    /** A library that defines operators has a key. */
    KEY_ON_DEFINING_LIBRARY,
    /** A library that defines operators has no namespace. */
    WILDCARD_FRAGMENT,
    /** A definition in a library of kind IMPL. */
    DEFINITION_IN_IMPLEMENTING_LIBRARY,
    /** A fallback in a library that defines operators. */
    FALLBACK_OUTSIDE_IMPLEMENTING_LIBRARY,
    /** A fallback in a library with a namespace. */
    FALLBACK_WITH_NAMESPACE,
    /** A fallback without a key. */
    FALLBACK_WITHOUT_KEY,
    /** A name outside the library's namespace. */
    NAMESPACE_MISMATCH,
    /** A service that its bundle unregistered while it was being plugged. */
    SERVICE_GONE,
    /** A service that is plugged already. */
    ALREADY_PLUGGED,
    /** Changes or parts that are added after their commit or transaction has ended. */
    COMMIT_ENDED,
    /** The withdrawal of a registration whose transaction was not applied. */
    NOT_APPLIED,
    /** The withdrawal of a registration that another dispatcher made. */
    FOREIGN_REGISTRATION
  }

  private final Kind kind;
  private final String subject;

  /**
   * Creates the error.
   *
   * @param subject the operator or key of the registration
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

  /** Returns the operator or key of the registration. */
  public String subject() {
    return subject;
  }
}
