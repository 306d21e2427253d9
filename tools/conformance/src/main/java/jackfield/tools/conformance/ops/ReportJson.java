package jackfield.tools.conformance.ops;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jackfield.conformance.vectors.ConformanceReport;
import jackfield.conformance.vectors.Tally;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Writes a report as JSON. */
final class ReportJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private ReportJson() {}

  static void write(ConformanceReport report, String backend, Path file) throws IOException {
    ObjectNode root = MAPPER.createObjectNode().put("backend", backend);
    counts(root, report.total());
    tallies(root.putObject("files"), report.files());
    tallies(root.putObject("operators"), report.operators());
    report.missing().forEach(root.putObject("missing")::put);
    report.excused().forEach(root.putObject("excused")::put);
    root.put("coverage", report.coverage());
    for (ConformanceReport.Failure failure : report.failures()) {
      root.withArray("failures")
          .addObject()
          .put("file", failure.vector().file())
          .put("id", failure.vector().id())
          .put("op", failure.vector().operator())
          .put("where", failure.difference().where())
          .put("expected", failure.difference().expected())
          .put("found", failure.difference().found());
    }
    Files.writeString(file, root.toPrettyString() + "\n");
  }

  private static void tallies(ObjectNode node, Map<String, Tally> tallies) {
    tallies.forEach((name, tally) -> counts(node.putObject(name), tally));
  }

  private static void counts(ObjectNode node, Tally tally) {
    node.put("passed", tally.passed())
        .put("failed", tally.failed())
        .put("skipped", tally.skipped())
        .put("excused", tally.excused());
  }
}
