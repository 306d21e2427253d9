package jackfield.boxing;

import jackfield.error.JackfieldException;

/**
 * A registration breaks a rule; nothing of it was kept, but that the types of the first kernel stay
 * those that later ones must have, as in C10.
 */
public final class RegistrationRefused extends JackfieldException {
  private static final long serialVersionUID = 1;

  /** The rules that can be broken. */
  public enum Kind {
    /** A key that no tensor dispatches to: Undefined, a building block. */
    INVALID_KEY,
    /** An alias key where only a runtime key makes sense. */
    ALIAS_KEY,
    /** A key that calls find no kernel for. */
    NO_COMPUTED_KERNEL,
    /** No kernel at all. */
    INVALID_KERNEL,
    /** A second fallback for a key. */
    DUPLICATE_FALLBACK,
    /** An operator was asked for by another type than its kernels have. */
    WRONG_SIGNATURE,
    /** A kernel whose types are not those of the kernels before it. */
    KERNEL_SIGNATURE_MISMATCH,
    /** A kernel by name only whose types are not known. */
    SCHEMA_NOT_INFERABLE,
    /** More arguments than a call can have. */
    TOO_MANY_ARGUMENTS,
    /** A second library that claims a namespace. */
    DUPLICATE_LIBRARY,
    /** A library that defines operators and has a key. */
    KEY_ON_DEFINING_LIBRARY,
    /** A library that defines operators of no namespace in particular. */
    WILDCARD_FRAGMENT,
    /** A definition in a library that only implements. */
    DEFINITION_IN_IMPLEMENTING_LIBRARY,
    /** A fallback in a library that defines. */
    FALLBACK_OUTSIDE_IMPLEMENTING_LIBRARY,
    /** A fallback for one namespace only. */
    FALLBACK_WITH_NAMESPACE,
    /** A fallback for no key. */
    FALLBACK_WITHOUT_KEY,
    /** A name outside the library's namespace. */
    NAMESPACE_MISMATCH,
    /** A service that its bundle took back while it was being plugged. */
    SERVICE_GONE,
    /** A service that is plugged already. */
    ALREADY_PLUGGED
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
