package jackfield.dispatch;

/** A bundle could not be plugged or unplugged; the platform is as it was before. */
public final class PlugFailure extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final String bundle;

  /**
   * Creates the error.
   *
   * @param bundle the file or symbolic name that was given
   * @param problem what was found
   * @param remedy what to try
   */
  public PlugFailure(String bundle, String problem, String remedy, Throwable cause) {
    super(
        new FourBeats(bundle + " was not plugged")
            .beat("found", problem)
            .beat("try", remedy)
            .toString(),
        cause);
    this.bundle = bundle;
  }

  /** Returns the file or symbolic name that was given. */
  public String bundle() {
    return bundle;
  }
}
