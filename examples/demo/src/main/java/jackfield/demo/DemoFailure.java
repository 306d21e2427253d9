package jackfield.demo;

/** The demo cannot continue, for a reason that its user can fix. */
final class DemoFailure extends RuntimeException {
  private static final long serialVersionUID = 1;
  private static final int FAILED = 1;
  private static final int MISUSED = 2; // as other verbs, and picocli for unknown options

  private final int exitCode;

  /** Creates the failure; {@code remedy} tells the user what to try. */
  DemoFailure(String problem, String remedy, Throwable cause) {
    this(FAILED, problem, remedy, cause);
  }

  private DemoFailure(int exitCode, String problem, String remedy, Throwable cause) {
    super(problem + "\n  try        " + remedy, cause);
    this.exitCode = exitCode;
  }

  /** Returns the failure for an option with a value that the demo does not take. */
  static DemoFailure misuse(String problem, String remedy, Throwable cause) {
    return new DemoFailure(MISUSED, problem, remedy, cause);
  }

  /** Returns the exit code of the verb. */
  int exitCode() {
    return exitCode;
  }
}
