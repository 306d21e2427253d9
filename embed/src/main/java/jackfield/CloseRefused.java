package jackfield;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;

/**
 * Reports that a thread tried to close the platform while it is inside a request of it, such as a
 * listener's thread, or inside a kernel; the platform is still running.
 */
public final class CloseRefused extends JackfieldException {
  private static final long serialVersionUID = 1;

  private CloseRefused(String found, String remedy) {
    super(
        new ErrorText("close: refused, the platform is still running")
            .part("found", "the calling thread is inside " + found)
            .part("try", "another thread, or close it after " + remedy)
            .toString());
  }

  static CloseRefused inRequest() {
    return new CloseRefused("a request of this platform", "the request has returned");
  }

  /** For a thread that the close would wait for. */
  static CloseRefused inCall() {
    return new CloseRefused("a call of an operator", "the call has returned");
  }
}
