package jackfield.conformance.vectors;

import jackfield.conformance.value.Disagreement;
import java.util.Set;

/** What became of one vector. */
public sealed interface Verdict {
  /** The platform agrees with all that the vector says. */
  record Passed() implements Verdict {}

  /** The platform differs. */
  record Failed(Disagreement difference) implements Verdict {}

  /**
   * The vector was run, and is not counted as a failure for a reason that is none of the
   * operator's.
   *
   * @param reason such as {@link #COMPLEX_GRADIENTS}
   */
  record Excused(String reason) implements Verdict {
    /** The call agrees; its derivatives, which do not, are with respect to complex numbers. */
    public static final String COMPLEX_GRADIENTS = "complex gradients";

    /** The call agrees in all but its value, which was recorded wrong. */
    public static final String FAULTY_RECORDING = "a value that was recorded wrong";
  }

  /**
   * The vector could not be run.
   *
   * @param missing the operators, or the feature, that do not exist
   */
  record Skipped(Set<String> missing) implements Verdict {}
}
