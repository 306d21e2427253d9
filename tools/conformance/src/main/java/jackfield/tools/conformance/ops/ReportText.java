package jackfield.tools.conformance.ops;

import jackfield.conformance.vectors.ConformanceReport;
import jackfield.conformance.vectors.RecordedVector;
import java.io.PrintStream;
import java.util.List;
import java.util.stream.Collectors;

/** Prints a report as readable text; its last line is the total. */
final class ReportText {
  private final PrintStream out;
  private final int shownFailures;

  /** Creates a printer that shows at most {@code shownFailures} failures. */
  ReportText(PrintStream out, int shownFailures) {
    this.out = out;
    this.shownFailures = shownFailures;
  }

  void print(ConformanceReport report) {
    report
        .files()
        .forEach((file, tally) ->
            out.printf("%-28s %s of %d%n", file, tally, tally.run() + tally.undefined()));
    printFailures(report.failures());
    printMissing(report);
    out.println("coverage: " + report.coverage());
    out.println(report.total());
  }

  private void printFailures(List<ConformanceReport.Failure> failures) {
    for (ConformanceReport.Failure failure :
        failures.subList(0, Math.min(shownFailures, failures.size()))) {
      RecordedVector vector = failure.vector();
      out.printf(
          "FAILED %s %s%s: %s%n",
          vector.id(), vector.operator(), CallText.of(vector), failure.difference().getMessage());
    }
    if (failures.size() > shownFailures) {
      out.printf(
          "… and %d failures more; --show N shows more, --report FILE.json all%n",
          failures.size() - shownFailures);
    }
  }

  private void printMissing(ConformanceReport report) {
    if (!report.missing().isEmpty()) {
      String names =
          report.missing().entrySet().stream()
              .map(entry -> entry.getKey().replace("aten::", "") + " " + entry.getValue())
              .collect(Collectors.joining(", "));
      out.printf(
          "skipped for %d missing operators (vectors each): %s%n", report.missing().size(), names);
    }
  }
}
