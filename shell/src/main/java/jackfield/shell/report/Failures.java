package jackfield.shell.report;

import jackfield.kernel.Provenance;
import jackfield.report.FailureReport;
import java.util.Comparator;
import java.util.List;

/**
 * How often kernels failed, taken together.
 *
 * @param count how often
 * @param last the text of the last failure; empty if there was none
 */
record Failures(long count, String last) {
  /** Takes {@code reports} together. */
  static Failures of(List<FailureReport> reports) {
    String last =
        reports.stream()
            .max(Comparator.comparing(FailureReport::time))
            .map(FailureReport::last)
            .orElse("");
    return new Failures(reports.stream().mapToLong(FailureReport::count).sum(), last);
  }

  /** Returns whether {@code report} is about the bundle of {@code by}, in the same version. */
  static boolean isOf(FailureReport report, Provenance by) {
    return report.bundle().equals(by.bundle()) && report.version().equals(by.version());
  }

  /** Returns in words how often and with what; empty for never. */
  String text() {
    return count == 0
        ? ""
        : "failed %s, last with %s".formatted(count == 1 ? "once" : count + " times", last);
  }
}
