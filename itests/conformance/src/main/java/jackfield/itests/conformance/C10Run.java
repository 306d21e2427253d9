package jackfield.itests.conformance;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Repeats the vectors of a folder of C10's recordings. */
final class C10Run {
  private static final Verdict PASSED = new Verdict.Passed();

  private final List<RecordedVector> vectors;
  private final Map<String, C10Check> checks = new HashMap<>(); // by file

  /** Reads the folder. */
  C10Run(C10Folder folder) {
    vectors = folder.vectors();
    C10Numbering numbering = new C10Numbering(folder.keys());
    checks.put("keysets.jsonl.gz", new KeySetCheck(numbering));
    checks.put("schema_compare.jsonl.gz", new SchemaComparisonCheck());
    SchemaCheck schemas =
        new SchemaCheck(SchemaCheck.classesIn(vectors.stream().map(RecordedVector::json)));
    checks.put("schemas.jsonl.gz", schemas);
    checks.put("parse.jsonl.gz", schemas);
  }

  /** Repeats the vectors of {@code family}, or all if that is null. */
  C10Report run(String family) {
    C10Report report = new C10Report();
    for (RecordedVector vector : vectors) {
      String own = familyOf(vector);
      if (checks.containsKey(vector.file()) && (family == null || family.equals(own))) {
        report.add(own, vector, verdict(vector));
      }
    }
    return report;
  }

  /** A script names its family; the others belong to that of their file. */
  private static String familyOf(RecordedVector vector) {
    return vector.json().path("family").asText(vector.file().replaceFirst("\\..*", ""));
  }

  private Verdict verdict(RecordedVector vector) {
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
