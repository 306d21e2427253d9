package jackfield.launcher;

/** The platform could not be brought up: says what failed and what to do about it. */
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
