package jackfield.backend.cuda.driver.capture;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;

/** Reports the replay of a graph whose kernels are not there any more. */
public final class GraphWithdrawn extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final String device;
  private final String bundle;

  /**
   * Creates the error.
   *
   * @param bundle the bundle that was withdrawn, or what else ended the graph
   */
  public GraphWithdrawn(String device, String bundle) {
    super(
        new ErrorText("the graph on " + device + " was withdrawn")
            .part("asked", "a replay")
            .part("found", "kernels of the graph ended with " + bundle)
            .part("available", "the operators, and the tensors that the graph used")
            .part("try", "capturing again, with the backend that is plugged now")
            .toString());
    this.device = device;
    this.bundle = bundle;
  }

  /** Returns the device. */
  public String device() {
    return device;
  }

  /** Returns the bundle whose kernels are gone, or what else ended the graph. */
  public String bundle() {
    return bundle;
  }
}
