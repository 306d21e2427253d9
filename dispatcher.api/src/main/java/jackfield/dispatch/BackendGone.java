package jackfield.dispatch;

import java.time.Instant;

/** Memory or kernels were asked of a backend that has been stopped. */
public final class BackendGone extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final String backend;
  private final Instant leftAt;

  /** Creates the error for {@code backend}, which left at {@code leftAt}. */
  public BackendGone(String backend, Instant leftAt) {
    super(
        new FourBeats("backend " + backend + " is gone")
            .beat("found", "it was stopped at " + leftAt)
            .beat("try", "start its bundle again and create the tensors anew")
            .toString());
    this.backend = backend;
    this.leftAt = leftAt;
  }

  /** Returns the name of the backend. */
  public String backend() {
    return backend;
  }

  /** Returns when it was stopped. */
  public Instant leftAt() {
    return leftAt;
  }
}
