package jackfield.error;

/**
 * The root of all errors that the platform reports.
 *
 * <p>A text has up to four parts, each from fields that tests and programs can read: what was
 * asked, what was found, what is available, what to try.
 */
public abstract class JackfieldException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Creates an error with its text. */
  protected JackfieldException(String message) {
    super(message);
  }

  /** Creates an error with its text and its cause. */
  protected JackfieldException(String message, Throwable cause) {
    super(message, cause);
  }
}
