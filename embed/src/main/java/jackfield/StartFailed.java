package jackfield;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;

/** Reports that a platform did not start; nothing of it is left. */
public final class StartFailed extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final String problem;
  private final String remedy;

  StartFailed(String problem, String remedy, Throwable cause) {
    super(
        new ErrorText("Jackfield.start: failed")
            .part("found", problem)
            .part("try", remedy)
            .toString(),
        cause);
    this.problem = problem;
    this.remedy = remedy;
  }

  /** Returns what was found. */
  public String problem() {
    return problem;
  }

  /** Returns what to try. */
  public String remedy() {
    return remedy;
  }
}
