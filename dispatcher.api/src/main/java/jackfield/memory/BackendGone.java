package jackfield.memory;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;
import java.time.Instant;

/** Reports the use of memory or kernels of a backend that was unplugged or is being unplugged. */
public final class BackendGone extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final String backend;
  private final String leaver;
  private final Instant leftAt;
  private final boolean isLeaving;

  /**
   * Creates the error.
   *
   * @param backend the device of the backend
   * @param leaver the unplugged bundle, with its version
   * @param leftAt since when its memory is refused
   * @param isLeaving whether the fate of its tensors is not yet decided
   */
  public BackendGone(String backend, String leaver, Instant leftAt, boolean isLeaving) {
    super(
        new ErrorText("backend " + backend + (isLeaving ? " is being removed" : " is gone"))
            .part(
                "found",
                isLeaving
                    ? leaver
                        + " is being removed since "
                        + leftAt
                        + "; its tensors are not ready yet"
                    : leaver + " was removed at " + leftAt + " with the tensors in its memory")
            .part(
                "try",
                isLeaving ? "again in a moment" : "plug it again and create the tensors anew")
            .toString());
    this.backend = backend;
    this.leaver = leaver;
    this.leftAt = leftAt;
    this.isLeaving = isLeaving;
  }

  /** Returns the device of the backend. */
  public String backend() {
    return backend;
  }

  /** Returns the unplugged bundle, with its version. */
  public String leaver() {
    return leaver;
  }

  /** Returns since when its memory is refused. */
  public Instant leftAt() {
    return leftAt;
  }

  /**
   * Returns whether the fate of the tensors was not yet decided; evacuated ones become usable soon.
   */
  public boolean isLeaving() {
    return isLeaving;
  }
}
