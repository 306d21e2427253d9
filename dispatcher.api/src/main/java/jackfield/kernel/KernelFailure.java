package jackfield.kernel;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;
import jackfield.key.DispatchKey;
import jackfield.schema.OperatorName;
import java.util.Arrays;
import java.util.Optional;

/**
 * Names the kernel whose exception made a call fail, unless that is an error of the platform's own.
 * The call that ran the kernel adds it once to the exception, as suppressed. It contains names
 * only, so it holds no bundle. It has no stack trace, because that of the exception is more useful.
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
        new ErrorText("a kernel of %s caused the failure of %s".formatted(by, operator))
            .part("asked", operator + " at " + key)
            .part("found", "a failure of the kernel registered by " + by.location())
            .part("try", "why " + operator + " " + key + " shows its failures and shadowed kernels")
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

  /** Returns the symbolic name of the kernel's bundle. */
  public String bundle() {
    return bundle;
  }

  /** Returns the version of that bundle; empty if not known. */
  public String version() {
    return version;
  }

  /** Returns the note that was added to {@code failure}, if there is one. */
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
