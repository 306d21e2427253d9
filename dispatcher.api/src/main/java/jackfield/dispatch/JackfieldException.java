package jackfield.dispatch;

/**
 * The root of all errors that the platform reports.
 *
 * <p>A text has up to four beats, each from fields that tests and programs can read: what was
 * asked, what was found, what is available, what to try.
 */
public abstract sealed class JackfieldException extends RuntimeException
    permits AmbiguousKernel,
        AutogradMisuse,
        AwaitTimedOut,
        BackendGone,
        CallRefused,
        DrainVetoed,
        DuplicateDefinition,
        FallthroughCalled,
        FeatureGone,
        InvalidArgument,
        KernelFailure,
        KernelWithdrawn,
        KeyConflict,
        MemoryInUse,
        NoFreeBackend,
        NoKernel,
        NoSuchBundle,
        NoSuchOperator,
        OutOfTensorMemory,
        OutsideCall,
        PlugFailure,
        RegistrationRefused,
        ReservedName,
        SchemaMismatch,
        SchemaSyntax,
        ShapeMismatch,
        TensorClosed,
        TypeMismatch,
        UnknownKey,
        ValueMismatch {
  private static final long serialVersionUID = 1;

  /** Creates an error with its text. */
  protected JackfieldException(String message) {
    super(message);
  }

  /** Creates an error with its text and what caused it. */
  protected JackfieldException(String message, Throwable cause) {
    super(message, cause);
  }
}
