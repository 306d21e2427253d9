package jackfield.tools.conformance.c10;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jackfield.conformance.value.Disagreement;
import jackfield.conformance.vectors.RecordedVector;
import jackfield.conformance.vectors.Tally;
import jackfield.conformance.vectors.Verdict;
import jackfield.tools.conformance.script.ScriptText;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The verdicts of a run over C10's recordings: totals, counts by family, and the failures. */
public final class C10Report {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Tally total = new Tally();
  private final Map<String, Tally> families = new TreeMap<>();
  private final Map<String, String> waived = new TreeMap<>(); // by id
  private final List<Failure> failures = new ArrayList<>();

  /** A vector with which the platform disagrees. */
  record Failure(String family, RecordedVector vector, Disagreement difference) {}

  void add(String family, RecordedVector vector, Verdict verdict) {
    total.add(verdict);
    families.computeIfAbsent(family, _ -> new Tally()).add(verdict);
    switch (verdict) {
      case Verdict.Passed _ -> {}
      case Verdict.Failed(Disagreement difference) ->
          failures.add(new Failure(family, vector, difference));
      case Verdict.Excused(String reason) -> waived.put(vector.id(), reason);
      case Verdict.Skipped skipped -> waived.put(vector.id(), String.join(", ", skipped.missing()));
    }
  }

  public Tally total() {
    return total;
  }

  /** The failures, shortest vector first. */
  public List<Failure> failures() {
    return failures.stream()
        .sorted(Comparator.comparingInt(failure -> failure.vector().length()))
        .toList();
  }

  /** Prints a line for each family, the first failures, and the total as the last line. */
  void print(PrintStream out, int shownFailures) {
    families.forEach((family, tally) -> out.printf("%-16s %s%n", family, tally));
    failures().stream()
        .limit(shownFailures)
        .forEach(failure ->
            out.printf(
                "FAILED %s %s: %s%n    %s%n",
                failure.family(),
                failure.vector().id(),
                failure.difference().getMessage(),
                ScriptText.of(failure.vector().json())));
    if (failures.size() > shownFailures) {
      out.printf(
          "… and %d failures more; --show N shows more, --report FILE.json all%n",
          failures.size() - shownFailures);
    }
    waived.forEach((id, reason) -> out.printf("skipped %s: %s%n", id, reason));
    out.println(total);
  }

  /** Writes the report as JSON. */
  void write(Path file) throws IOException {
    ObjectNode root = MAPPER.createObjectNode();
    counts(root, total);
    ObjectNode byFamily = root.putObject("families");
    families.forEach((family, tally) -> counts(byFamily.putObject(family), tally));
    waived.forEach(root.putObject("waived")::put);
    for (Failure failure : failures()) {
      root.withArray("failures")
          .addObject()
          .put("family", failure.family())
          .put("id", failure.vector().id())
          .put("where", failure.difference().where())
          .put("expected", failure.difference().expected())
          .put("found", failure.difference().found());
    }
    Files.writeString(file, root.toPrettyString() + "\n");
  }

  private static void counts(ObjectNode node, Tally tally) {
    node.put("passed", tally.passed())
        .put("failed", tally.failed())
        .put("skipped", tally.skipped());
  }
}
