package jackfield.backend.cuda.driver.capture;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;

/** Reports the replay of a graph that ended with its kernels, its program or its device. */
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
            .part("found", "it ended together with " + bundle)
            .part("available", "the tensors that the graph used")
            .part("try", "capturing again, with the backend that is plugged now")
            .toString());
    this.device = device;
    this.bundle = bundle;
  }

  /** Returns the device. */
  public String device() {
    return device;
  }

  /** Returns the bundle of its kernels or of its program, or what else ended the graph. */
  public String bundle() {
    return bundle;
  }
}
