package jackfield;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;

/**
 * Reports that a thread tried to close the platform while it is inside a request of it, such as a
 * listener's thread; the platform is still running.
 */
public final class CloseRefused extends JackfieldException {
  private static final long serialVersionUID = 1;

  CloseRefused() {
    super(
        new ErrorText("close: refused, the platform is still running")
            .part("found", "the calling thread is inside a request of this platform")
            .part("try", "another thread, or close it after the request has returned")
            .toString());
  }
}
