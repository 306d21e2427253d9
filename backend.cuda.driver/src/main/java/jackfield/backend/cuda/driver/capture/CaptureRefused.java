package jackfield.backend.cuda.driver.capture;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;

/**
 * Refuses work that a graph cannot repeat, such as a copy to the host. The capture has failed then:
 * the error is thrown again at its end, and no graph is made.
 */
public final class CaptureRefused extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final String operator;
  private final String work;

  /**
   * Creates the error.
   *
   * @param operator the operator whose kernel asked, or empty outside a call
   * @param work what was asked, such as "a copy to the host that waits"
   * @param reason why a graph cannot have it
   * @param remedy what to try
   */
  public CaptureRefused(String operator, String work, String reason, String remedy) {
    super(
        new ErrorText((operator.isEmpty() ? "the program" : operator) + ": not in a capture")
            .part("asked", work)
            .part("found", reason)
            .part("available", "kernels, copies within the device, and memory that the graph keeps")
            .part("try", remedy)
            .toString());
    this.operator = operator;
    this.work = work;
  }

  /** Returns the operator whose kernel asked, or an empty text outside a call. */
  public String operator() {
    return operator;
  }

  /** Returns what was asked. */
  public String work() {
    return work;
  }
}
