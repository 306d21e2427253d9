package jackfield.memory;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;
import java.time.Instant;

/** Memory or kernels were asked of a backend that has been stopped. */
public final class BackendGone extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final String backend;
  private final String leaver;
  private final Instant leftAt;
  private final boolean isLeaving;

  /**
   * Creates the error.
   *
   * @param backend the device that it served
   * @param leaver the bundle that left, with its version
   * @param leftAt since when its memory is refused
   * @param isLeaving whether it is not yet decided, or done, what becomes of its tensors
   */
  public BackendGone(String backend, String leaver, Instant leftAt, boolean isLeaving) {
    super(
        new ErrorText("backend " + backend + (isLeaving ? " is leaving" : " is gone"))
            .part(
                "found",
                isLeaving
                    ? leaver + " is leaving since " + leftAt + ", its tensors are being seen to"
                    : leaver + " left at " + leftAt + ", and what was in its memory with it")
            .part(
                "try",
                isLeaving ? "again in a moment" : "plug it again and create the tensors anew")
            .toString());
    this.backend = backend;
    this.leaver = leaver;
    this.leftAt = leftAt;
    this.isLeaving = isLeaving;
  }

  /** Returns the device that the backend served. */
  public String backend() {
    return backend;
  }

  /** Returns the bundle that left, with its version. */
  public String leaver() {
    return leaver;
  }

  /** Returns since when its memory is refused. */
  public Instant leftAt() {
    return leftAt;
  }

  /** Returns whether the tensors were still being seen to; evacuated ones can be used soon. */
  public boolean isLeaving() {
    return isLeaving;
  }
}
