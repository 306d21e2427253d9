package jackfield.conformance.derived;

import jackfield.conformance.value.Disagreement;
import jackfield.conformance.vectors.RecordedVector;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The counts of derived checks, and those that failed. */
public final class DerivedReport {
  private final Map<Kind, int[]> counts = new EnumMap<>(Kind.class); // agreed, refused, failed
  private final List<Failure> failures = new ArrayList<>();

  /**
   * A derived check that failed.
   *
   * @param vector the recording from which it is derived
   * @param operator the form that was called
   */
  public record Failure(
      Kind kind, RecordedVector vector, String operator, Disagreement difference) {
    @Override
    public String toString() {
      return "%s of %s, %s: %s".formatted(operator, vector.id(), kind, difference.getMessage());
    }
  }

  void agreed(Kind kind, boolean isRefused) {
    counts.computeIfAbsent(kind, _ -> new int[3])[isRefused ? 1 : 0]++;
  }

  void failed(Failure failure) {
    counts.computeIfAbsent(failure.kind(), _ -> new int[3])[2]++;
    failures.add(failure);
  }

  /** Returns the checks that failed. */
  public List<Failure> failures() {
    return failures;
  }

  /** Returns the number of checks. */
  public int total() {
    return counts.values().stream().mapToInt(each -> each[0] + each[1] + each[2]).sum();
  }

  /**
   * Returns the counts in one line: {@code 812 derived checks, 0 failed: in place 90, out cast 70
   * (12 refused)}.
   */
  public String summary() {
    String parts =
        counts.entrySet().stream()
            .map(entry -> part(entry.getKey(), entry.getValue()))
            .collect(Collectors.joining(", "));
    return "%d derived checks, %d failed: %s".formatted(total(), failures.size(), parts);
  }

  private static String part(Kind kind, int[] counted) {
    String refused = counted[1] == 0 ? "" : " (" + counted[1] + " refused)";
    return kind + " " + (counted[0] + counted[1] + counted[2]) + refused;
  }
}
