package jackfield.tools.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import jackfield.conformance.vectors.Disagreement;

/** Repeats one vector of C10's recordings. */
@FunctionalInterface
interface C10Check {
  /**
   * Repeats {@code vector}.
   *
   * @throws Disagreement if the platform differs
   */
  void check(JsonNode vector);
}
