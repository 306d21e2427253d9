package jackfield.kernel;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;
import jackfield.schema.OperatorName;

/** Reports that a {@link KernelSource} made no kernel of the operator's interface. */
public final class WrongKernel extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final transient OperatorName operator;
  private final String expected;
  private final String found;

  WrongKernel(OperatorName operator, Class<?> expected, Object found) {
    super(
        new ErrorText(operator + ": a deferred kernel has the wrong type")
            .part("asked", expected.getName())
            .part("found", className(found))
            .part("try", "return a kernel of the operator's interface for its number")
            .toString());
    this.operator = operator;
    this.expected = expected.getName();
    this.found = className(found);
  }

  private static String className(Object found) {
    return found == null ? "null" : found.getClass().getName();
  }

  /** Returns the operator. */
  public OperatorName operator() {
    return operator;
  }

  /** Returns the name of the operator's interface of kernels. */
  public String expected() {
    return expected;
  }

  /** Returns the name of the class that was found, or {@code null}. */
  public String found() {
    return found;
  }
}
