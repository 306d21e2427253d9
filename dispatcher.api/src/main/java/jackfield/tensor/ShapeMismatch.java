package jackfield.tensor;

import jackfield.error.JackfieldException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Reports that sizes do not match the operator or each other. */
public final class ShapeMismatch extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final String operator;
  private final transient List<long[]> shapes;

  /**
   * Creates the error.
   *
   * @param problem what was expected
   * @param shapes the sizes found
   */
  public ShapeMismatch(String operator, String problem, long[]... shapes) {
    super(operator + ": " + problem + " (found " + text(shapes) + ")");
    this.operator = operator;
    this.shapes = List.of(shapes);
  }

  private static String text(long[][] shapes) {
    return Arrays.stream(shapes).map(Arrays::toString).collect(Collectors.joining(" and "));
  }

  /** Returns the operator that reported the error. */
  public String operator() {
    return operator;
  }

  /** Returns the sizes found. */
  public List<long[]> shapes() {
    return shapes;
  }
}
