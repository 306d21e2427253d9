package jackfield.conformance.vectors;

import jackfield.conformance.value.Disagreement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The verdicts of a run: totals, counts by file and by operator, and the failures. */
public final class ConformanceReport {
  private final Tally total = new Tally();
  private final Map<String, Tally> files = new TreeMap<>();
  private final Map<String, Tally> operators = new TreeMap<>();
  private final Map<String, Integer> missing = new TreeMap<>();
  private final Map<String, Integer> excused = new TreeMap<>();
  private final Set<String> recorded = new HashSet<>();
  private final List<Failure> failures = new ArrayList<>();

  /** A vector with which the platform disagrees. */
  public record Failure(RecordedVector vector, Disagreement difference) {}

  public void add(RecordedVector vector, Verdict verdict) {
    total.add(verdict);
    files.computeIfAbsent(vector.file(), _ -> new Tally()).add(verdict);
    operators.computeIfAbsent(vector.operator(), _ -> new Tally()).add(verdict);
    recorded.addAll(vector.operators());
    switch (verdict) {
      case Verdict.Passed _ -> {}
      case Verdict.Failed(Disagreement difference) -> failures.add(new Failure(vector, difference));
      case Verdict.Excused(String reason) -> excused.merge(reason, 1, Integer::sum);
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

  /** Returns what skipped vectors lack, each with the number of vectors. */
  public Map<String, Integer> missing() {
    return missing;
  }

  /** Returns the reasons for which vectors are excused, each with the number of vectors. */
  public Map<String, Integer> excused() {
    return excused;
  }

  /**
   * Returns the part of the recordings that was run, in one line: {@code 241 of 1850 recorded
   * operators are defined; 2571 of 11213 vectors run: 2570 passed, 0 failed, 1 excused (1 a value
   * that was recorded wrong)}.
   */
  public String coverage() {
    long defined = recorded.stream().filter(name -> !missing.containsKey(name)).count();
    String reasons =
        excused.isEmpty()
            ? ""
            : excused.entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining(", ", " (", ")"));
    return "%d of %d recorded operators are defined; %d of %d vectors run: %d passed, %d failed, "
            .formatted(
                defined,
                recorded.size(),
                total.run(),
                total.run() + total.undefined(),
                total.passed(),
                total.failed())
        + total.excused()
        + " excused"
        + reasons;
  }

  /** Returns the failures, shortest vector first. */
  public List<Failure> failures() {
    return failures.stream()
        .sorted(Comparator.comparingInt(failure -> failure.vector().length()))
        .toList();
  }
}
