package jackfield.kernel;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;
import jackfield.key.DispatchKey;
import jackfield.schema.OperatorName;
import java.util.Arrays;
import java.util.Optional;

/**
 * Whose kernel threw what a call failed with, if it is not an error of the platform's own; added to
 * it as suppressed, once, where the call that ran the kernel is left. It has names only, so it
 * holds no bundle, and no stack trace: that of the failure tells more.
 */
public final class KernelFailure extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final transient OperatorName operator;
  private final DispatchKey key;
  private final String bundle;
  private final String version;

  /** Creates the note that a kernel of {@code by}, at {@code key} of {@code operator}, threw. */
  public KernelFailure(OperatorName operator, DispatchKey key, Provenance by) {
    super(
        new ErrorText("a kernel of %s threw what %s failed with".formatted(by, operator))
            .part("asked", operator + " at " + key)
            .part("found", "a failure of the kernel registered by " + by.place())
            .part("try", "why " + operator + " " + key + " shows how often, and who is beneath")
            .toString());
    this.operator = operator;
    this.key = key;
    this.bundle = by.bundle();
    this.version = by.version();
  }

  /** Returns the operator. */
  public OperatorName operator() {
    return operator;
  }

  /** Returns the key that the call dispatched to. */
  public DispatchKey key() {
    return key;
  }

  /** Returns the symbolic name of the bundle whose kernel it was. */
  public String bundle() {
    return bundle;
  }

  /** Returns the version of that bundle; empty if not known. */
  public String version() {
    return version;
  }

  /** Returns what {@code failure} says of the kernel that threw it, if it says anything. */
  public static Optional<KernelFailure> of(Throwable failure) {
    return Arrays.stream(failure.getSuppressed())
        .filter(KernelFailure.class::isInstance)
        .map(KernelFailure.class::cast)
        .findFirst();
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
