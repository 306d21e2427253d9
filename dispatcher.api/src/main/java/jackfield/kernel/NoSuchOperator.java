package jackfield.kernel;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;
import jackfield.schema.OperatorName;
import java.util.List;

/** Reports a call or lookup of an operator that is not defined. */
public final class NoSuchOperator extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final transient OperatorName name;
  private final boolean isImplemented;
  private final transient List<String> similar;

  /**
   * Creates the error.
   *
   * @param isImplemented whether kernels are registered for the name
   * @param similar similar names of defined operators
   */
  public NoSuchOperator(OperatorName name, boolean isImplemented, List<String> similar) {
    super(
        new ErrorText("no operator " + name)
            .part("found", isImplemented ? "kernels for it, but no definition" : "")
            .part("available", String.join(", ", similar))
            .part("try", isImplemented ? "define its schema" : remedy(name, similar))
            .toString());
    this.name = name;
    this.isImplemented = isImplemented;
    this.similar = List.copyOf(similar);
  }

  private static String remedy(OperatorName name, List<String> similar) {
    boolean isBare = similar.stream().anyMatch(other -> other.startsWith(name + "."));
    return isBare ? "the name of an overload" : "start the bundle that defines it";
  }

  /** Returns the requested name. */
  public OperatorName name() {
    return name;
  }

  /** Returns whether kernels are registered for the name. */
  public boolean isImplemented() {
    return isImplemented;
  }

  /** Returns similar names of defined operators. */
  public List<String> similar() {
    return similar;
  }
}
