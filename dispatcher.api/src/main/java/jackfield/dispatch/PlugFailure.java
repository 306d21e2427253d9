package jackfield.dispatch;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;

/**
 * Reports that a request to plug, unplug, swap or update failed. The platform is in its former
 * state, unless the text says that the bundle serves no more.
 */
public sealed class PlugFailure extends JackfieldException permits ApiMismatch, BundleRefused {
  private static final long serialVersionUID = 1;
  private final String action;
  private final String bundle;
  private final String step;
  private final String problem;
  private final String remedy;

  /**
   * Creates the error.
   *
   * @param action {@code plug}, {@code unplug}, {@code swap} or {@code update}
   * @param bundle the file or symbolic name that was given
   * @param problem what was found
   * @param remedy what to try
   */
  public PlugFailure(String action, String bundle, String problem, String remedy, Throwable cause) {
    this(action, bundle, "", problem, remedy, cause);
  }

  /**
   * Creates the error of a request that has several steps.
   *
   * @param action {@code plug}, {@code unplug}, {@code swap} or {@code update}
   * @param bundle the file or symbolic name that was given
   * @param step the step that failed; empty for none in particular
   * @param problem what was found
   * @param remedy what to try
   */
  public PlugFailure(
      String action, String bundle, String step, String problem, String remedy, Throwable cause) {
    this(
        new ErrorText(action + " " + bundle + ": failed; nothing has changed")
            .part("found", step.isEmpty() ? problem : "at the step " + step + ": " + problem)
            .part("try", remedy),
        action,
        bundle,
        step,
        problem,
        remedy,
        cause);
  }

  /**
   * Returns the error of a request that could not be undone: the bundle is stopped, and has no
   * kernels registered.
   *
   * @param action {@code swap} or {@code update}
   * @param bundle the symbolic name
   * @param step the step that failed
   * @param problem what was found
   * @param remedy what to try
   */
  public static PlugFailure notUndone(
      String action, String bundle, String step, String problem, String remedy) {
    ErrorText text =
        new ErrorText(action + " " + bundle + ": failed; the bundle serves no more")
            .part("found", "at the step " + step + ": " + problem)
            .part("try", remedy);
    return new PlugFailure(text, action, bundle, step, problem, remedy, null);
  }

  PlugFailure(
      ErrorText text,
      String action,
      String bundle,
      String step,
      String problem,
      String remedy,
      Throwable cause) {
    super(text.toString(), cause);
    this.action = action;
    this.bundle = bundle;
    this.step = step;
    this.problem = problem;
    this.remedy = remedy;
  }

  /** Returns the requested action, such as {@code plug}. */
  public String action() {
    return action;
  }

  /** Returns the file or symbolic name that was given. */
  public String bundle() {
    return bundle;
  }

  /** Returns the step that failed; empty for none in particular. */
  public String step() {
    return step;
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
