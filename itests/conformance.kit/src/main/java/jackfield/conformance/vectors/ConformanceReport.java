package jackfield.conformance.vectors;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The verdicts of a run: totals, by file, by operator, and each failure. */
public final class ConformanceReport {
  private final Tally total = new Tally();
  private final Map<String, Tally> files = new TreeMap<>();
  private final Map<String, Tally> operators = new TreeMap<>();
  private final Map<String, Integer> missing = new TreeMap<>();
  private final List<Failure> failures = new ArrayList<>();

  /** A vector that the platform differs from. */
  public record Failure(RecordedVector vector, Disagreement difference) {}

  public void add(RecordedVector vector, Verdict verdict) {
    total.add(verdict);
    files.computeIfAbsent(vector.file(), _ -> new Tally()).add(verdict);
    operators.computeIfAbsent(vector.operator(), _ -> new Tally()).add(verdict);
    switch (verdict) {
      case Verdict.Passed _ -> {}
      case Verdict.Failed(Disagreement difference) -> failures.add(new Failure(vector, difference));
      case Verdict.Skipped skipped ->
          skipped.missing().forEach(name -> missing.merge(name, 1, Integer::sum));
    }
  }

  public Tally total() {
    return total;
  }

  public Map<String, Tally> files() {
    return files;
  }

  public Map<String, Tally> operators() {
    return operators;
  }

  /** What vectors were skipped for, each with the number of vectors. */
  public Map<String, Integer> missing() {
    return missing;
  }

  /** The failures, shortest vector first. */
  public List<Failure> failures() {
    return failures.stream()
        .sorted(Comparator.comparingInt(failure -> failure.vector().length()))
        .toList();
  }
}
