package jackfield.shell.report;

import jackfield.kernel.Provenance;
import jackfield.report.FailureReport;
import java.util.Comparator;
import java.util.List;

/**
 * The sum of several failure reports.
 *
 * @param count the number of failures
 * @param last the text of the last failure; empty without one
 */
record Failures(long count, String last) {
  /** Sums {@code reports}. */
  static Failures of(List<FailureReport> reports) {
    String last =
        reports.stream()
            .max(Comparator.comparing(FailureReport::time))
            .map(FailureReport::last)
            .orElse("");
    return new Failures(reports.stream().mapToLong(FailureReport::count).sum(), last);
  }

  /** Returns whether {@code report} concerns the bundle and version of {@code by}. */
  static boolean isOf(FailureReport report, Provenance by) {
    return report.bundle().equals(by.bundle()) && report.version().equals(by.version());
  }

  /** Returns the number and the last failure as text; empty without failures. */
  String text() {
    return count == 0
        ? ""
        : "failed %s, last with %s".formatted(count == 1 ? "once" : count + " times", last);
  }
}
