package jackfield.demo;

/** The demo cannot continue, for a reason that its user can fix. */
final class DemoFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Creates the failure; {@code remedy} tells the user what to try. */
  DemoFailure(String problem, String remedy, Throwable cause) {
    super(problem + "\n  try        " + remedy, cause);
  }
}
