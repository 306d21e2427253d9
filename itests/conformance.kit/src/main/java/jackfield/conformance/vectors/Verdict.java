package jackfield.conformance.vectors;

import jackfield.conformance.value.Disagreement;
import java.util.Set;

/** The verdict on one vector. */
public sealed interface Verdict {
  /** The platform agrees with the whole vector. */
  record Passed() implements Verdict {}

  /** The platform disagrees. */
  record Failed(Disagreement difference) implements Verdict {}

  /**
   * The vector was run and differs, but for a reason outside the operator.
   *
   * @param reason the reason, such as {@link #FAULTY_RECORDING}
   */
  record Excused(String reason) implements Verdict {
    /** The call agrees except for its value, which was recorded wrong. */
    public static final String FAULTY_RECORDING = "a value that was recorded wrong";
  }

  /**
   * The vector could not be run.
   *
   * @param missing the operators, or the feature, that do not exist
   */
  record Skipped(Set<String> missing) implements Verdict {}
}
