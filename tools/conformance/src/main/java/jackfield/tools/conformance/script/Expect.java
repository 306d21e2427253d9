package jackfield.tools.conformance.script;

import jackfield.conformance.value.Disagreement;
import java.util.Objects;

/** Compares what was recorded with what was found; the first difference is the verdict. */
public final class Expect {
  private Expect() {}

  /** Requires that both are equal. */
  public static void equal(String where, Object expected, Object found) {
    if (!Objects.equals(expected, found)) {
      throw new Disagreement(where, expected, found);
    }
  }
}
