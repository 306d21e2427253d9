package jackfield;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;

/** Reports a request to a platform that was closed. */
public final class PlatformClosed extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final String action;

  PlatformClosed(String action) {
    super(
        new ErrorText(action + ": the platform is closed")
            .part(
                "try",
                "Jackfield.start(), and close it after its last use; aten = start() in a notebook")
            .toString());
    this.action = action;
  }

  /** Returns the requested action, such as {@code plug}. */
  public String action() {
    return action;
  }
}
