package jackfield.tools.conformance;

import jackfield.conformance.vectors.Disagreement;
import java.util.Objects;

/** Compares what was recorded with what was found; the first difference is the verdict. */
final class Expect {
  private Expect() {}

  /** Requires that both are equal. */
  static void equal(String where, Object expected, Object found) {
    if (!Objects.equals(expected, found)) {
      throw new Disagreement(where, expected, found);
    }
  }
}
