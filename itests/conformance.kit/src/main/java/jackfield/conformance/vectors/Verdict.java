package jackfield.conformance.vectors;

import java.util.Set;

/** What became of one vector. */
public sealed interface Verdict {
  /** The platform agrees with all that the vector says. */
  record Passed() implements Verdict {}

  /** The platform differs. */
  record Failed(Disagreement difference) implements Verdict {}

  /**
   * The vector could not be run.
   *
   * @param missing the operators, or the feature, that do not exist
   */
  record Skipped(Set<String> missing) implements Verdict {}
}
