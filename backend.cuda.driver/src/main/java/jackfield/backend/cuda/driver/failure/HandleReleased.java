package jackfield.backend.cuda.driver.failure;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;

/** Reports the use of a stream, event, module or memory after its release. */
public final class HandleReleased extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final String handle;

  /**
   * Creates the error.
   *
   * @param handle what was released, such as "the event"
   * @param asked what was to be done with it
   */
  public HandleReleased(String handle, String asked) {
    super(
        new ErrorText(handle + " was released")
            .part("asked", asked)
            .part("found", handle + " was released before; the driver was not called")
            .part("available", "handles that are not released")
            .part("try", "releasing it after its last use")
            .toString());
    this.handle = handle;
  }

  /** Returns what was released. */
  public String handle() {
    return handle;
  }
}
