package jackfield.launcher;

/** Thrown if the platform cannot start; has the failure and a remedy. */
final class LaunchFailure extends RuntimeException {
  static final String REBUILD = "rebuild: mvn -DskipTests package";

  private static final long serialVersionUID = 1L;
  private final String remedy;

  LaunchFailure(String failed, String remedy, Throwable cause) {
    super(failed + System.lineSeparator() + "  try  " + remedy, cause);
    this.remedy = remedy;
  }

  LaunchFailure(String failed, String remedy) {
    this(failed, remedy, null);
  }

  String remedy() {
    return remedy;
  }
}
