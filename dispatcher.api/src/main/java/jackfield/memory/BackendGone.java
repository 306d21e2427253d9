package jackfield.memory;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;
import java.time.Instant;

/** Reports the use of memory or kernels of a backend that was unplugged or is being unplugged. */
public final class BackendGone extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final String backend;
  private final String bundle;
  private final Instant removedAt;
  private final boolean isUndecided;

  /**
   * Creates the error.
   *
   * @param backend the device of the backend
   * @param bundle the unplugged bundle, with its version
   * @param removedAt since when its memory is refused
   * @param isUndecided whether the fate of its tensors is not yet decided
   */
  public BackendGone(String backend, String bundle, Instant removedAt, boolean isUndecided) {
    super(
        new ErrorText("backend " + backend + (isUndecided ? " is being removed" : " is gone"))
            .part(
                "found",
                isUndecided
                    ? bundle
                        + " is being removed since "
                        + removedAt
                        + "; its tensors are not ready yet"
                    : bundle + " was removed at " + removedAt + " with the tensors in its memory")
            .part(
                "try",
                isUndecided ? "again in a moment" : "plug it again and create the tensors anew")
            .toString());
    this.backend = backend;
    this.bundle = bundle;
    this.removedAt = removedAt;
    this.isUndecided = isUndecided;
  }

  /** Returns the device of the backend. */
  public String backend() {
    return backend;
  }

  /** Returns the unplugged bundle, with its version. */
  public String bundle() {
    return bundle;
  }

  /** Returns since when its memory is refused. */
  public Instant removedAt() {
    return removedAt;
  }

  /**
   * Returns whether the fate of the tensors was not yet decided; evacuated ones become usable soon.
   */
  public boolean isUndecided() {
    return isUndecided;
  }
}
