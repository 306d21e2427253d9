package jackfield.tools.conformance.script;

import jackfield.conformance.value.Disagreement;
import java.util.Objects;

/** Compares recorded with found values; the first difference fails the vector. */
public final class Expect {
  private Expect() {}

  /** Throws unless both are equal. */
  public static void equal(String where, Object expected, Object found) {
    if (!Objects.equals(expected, found)) {
      throw new Disagreement(where, expected, found);
    }
  }
}
