package jackfield.dispatch;

/** A bundle could not be plugged or unplugged; the platform is as it was before. */
public sealed class PlugFailure extends JackfieldException permits ApiMismatch, BundleRefused {
  private static final long serialVersionUID = 1;
  private final String action;
  private final String bundle;
  private final String problem;
  private final String remedy;

  /**
   * Creates the error.
   *
   * @param action {@code plug} or {@code unplug}
   * @param bundle the file or symbolic name that was given
   * @param problem what was found
   * @param remedy what to try
   */
  public PlugFailure(String action, String bundle, String problem, String remedy, Throwable cause) {
    this(
        new FourBeats(action + " " + bundle + ": it did not work; nothing has changed")
            .beat("found", problem)
            .beat("try", remedy),
        action,
        bundle,
        problem,
        remedy,
        cause);
  }

  PlugFailure(
      FourBeats text,
      String action,
      String bundle,
      String problem,
      String remedy,
      Throwable cause) {
    super(text.toString(), cause);
    this.action = action;
    this.bundle = bundle;
    this.problem = problem;
    this.remedy = remedy;
  }

  /** Returns what was asked for: {@code plug} or {@code unplug}. */
  public String action() {
    return action;
  }

  /** Returns the file or symbolic name that was given. */
  public String bundle() {
    return bundle;
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
