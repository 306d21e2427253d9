package jackfield.dispatch;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;

/**
 * Reports a request to a dispatcher whose bundle has stopped, or a call of one of its operators. An
 * operator that is held does not work again: the next dispatcher has operators of its own.
 */
public final class DispatcherClosed extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final String asked;

  /**
   * Creates the error.
   *
   * @param asked the operator that was called, or the request
   */
  public DispatcherClosed(String asked) {
    super(
        new ErrorText(asked + ": the dispatcher is closed")
            .part("found", "its bundle stopped, as when the platform is closed")
            .part("try", "start the platform again and get its operators anew")
            .toString());
    this.asked = asked;
  }

  /** Returns the operator that was called, or the request. */
  public String asked() {
    return asked;
  }
}
