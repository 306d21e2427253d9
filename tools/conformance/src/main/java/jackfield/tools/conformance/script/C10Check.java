package jackfield.tools.conformance.script;

import com.fasterxml.jackson.databind.JsonNode;
import jackfield.conformance.value.Disagreement;

/** Repeats one vector of C10's recordings. */
@FunctionalInterface
public interface C10Check {
  /**
   * Repeats {@code vector}.
   *
   * @throws Disagreement if the platform disagrees
   */
  void check(JsonNode vector);
}
