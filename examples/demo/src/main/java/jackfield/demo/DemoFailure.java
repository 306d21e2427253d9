package jackfield.demo;

/** The demo cannot go on, for a reason that its user can mend. */
final class DemoFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Creates the failure; {@code remedy} is what to try. */
  DemoFailure(String problem, String remedy, Throwable cause) {
    super(problem + "\n  try        " + remedy, cause);
  }
}
