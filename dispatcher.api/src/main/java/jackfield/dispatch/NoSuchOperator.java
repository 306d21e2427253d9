package jackfield.dispatch;

import java.util.List;

/** An operator was called or looked up that is not defined. */
public final class NoSuchOperator extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final transient OperatorName name;
  private final boolean isImplemented;
  private final transient List<String> similar;

  /**
   * Creates the error.
   *
   * @param isImplemented whether kernels are registered for the name
   * @param similar names that are defined and resemble it
   */
  public NoSuchOperator(OperatorName name, boolean isImplemented, List<String> similar) {
    super(
        new FourBeats("no operator " + name)
            .beat("found", isImplemented ? "kernels for it, but no definition" : "")
            .beat("available", String.join(", ", similar))
            .beat("try", isImplemented ? "define its schema" : "start the bundle that defines it")
            .toString());
    this.name = name;
    this.isImplemented = isImplemented;
    this.similar = List.copyOf(similar);
  }

  /** Returns the name that was asked for. */
  public OperatorName name() {
    return name;
  }

  /** Returns whether kernels are registered for the name. */
  public boolean isImplemented() {
    return isImplemented;
  }

  /** Returns names that are defined and resemble it. */
  public List<String> similar() {
    return similar;
  }
}
