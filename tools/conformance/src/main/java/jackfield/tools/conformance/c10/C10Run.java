package jackfield.tools.conformance.c10;

import com.fasterxml.jackson.databind.JsonNode;
import jackfield.conformance.value.Disagreement;
import jackfield.conformance.vectors.Failures;
import jackfield.conformance.vectors.RecordedVector;
import jackfield.conformance.vectors.Verdict;
import jackfield.dispatch.DispatcherFactory;
import jackfield.tools.conformance.script.C10Check;
import jackfield.tools.conformance.script.C10Numbering;
import jackfield.tools.conformance.script.ScriptCheck;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Repeats the vectors of a folder of C10's recordings. */
public final class C10Run {
  private static final Verdict PASSED = new Verdict.Passed();

  private final List<RecordedVector> vectors;
  private final Map<String, C10Check> checks = new HashMap<>(); // by file

  /** Reads the folder; scripts will run on new dispatchers from {@code dispatchers}. */
  public C10Run(C10Folder folder, DispatcherFactory dispatchers) {
    vectors = folder.vectors();
    JsonNode keys = folder.keys();
    C10Numbering numbering = new C10Numbering(keys);
    ScriptCheck scripts = new ScriptCheck(numbering, dispatchers, keys);
    checks.put("scenarios.json", new ScenarioCheck(scripts));
    checks.put("dispatch.jsonl.gz", scripts);
    checks.put("routing.jsonl.gz", scripts);
    checks.put("keysets.jsonl.gz", new KeySetCheck(numbering));
    checks.put("schema_compare.jsonl.gz", new SchemaComparisonCheck());
    SchemaCheck schemas =
        new SchemaCheck(SchemaCheck.classesIn(vectors.stream().map(RecordedVector::json)));
    checks.put("schemas.jsonl.gz", schemas);
    checks.put("parse.jsonl.gz", schemas);
  }

  /** Repeats the vectors of {@code family}; all vectors if it is null. */
  public C10Report run(String family) {
    C10Report report = new C10Report();
    for (RecordedVector vector : vectors) {
      String own = familyOf(vector);
      if (checks.containsKey(vector.file()) && (family == null || family.equals(own))) {
        report.add(own, vector, verdict(vector));
      }
    }
    return report;
  }

  /** A script names its family; other vectors belong to the family of their file. */
  private static String familyOf(RecordedVector vector) {
    return vector.json().path("family").asText(vector.file().replaceFirst("\\..*", ""));
  }

  private Verdict verdict(RecordedVector vector) {
    Optional<String> waiver = C10Waivers.reasonFor(vector.id());
    if (waiver.isPresent()) {
      return new Verdict.Skipped(Set.of(waiver.get()));
    }
    try {
      checks.get(vector.file()).check(vector.json());
      return PASSED;
    } catch (Disagreement difference) {
      return new Verdict.Failed(difference);
    } catch (RuntimeException | StackOverflowError broken) {
      return new Verdict.Failed(new Disagreement("vector", "an answer", Failures.describe(broken)));
    }
  }
}
