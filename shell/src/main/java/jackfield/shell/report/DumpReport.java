package jackfield.shell.report;

import jackfield.report.OperatorDump;
import jackfield.report.OperatorReport;
import java.util.List;

/**
 * An operator in the lines that PyTorch prints.
 *
 * @param operator its name
 * @param state the registrations
 * @param computedTable who serves each slot that is served
 * @param extractor which arguments and keys take part in dispatch
 */
public record DumpReport(
    String operator, List<String> state, List<String> computedTable, String extractor)
    implements Report {

  public static DumpReport of(OperatorReport report) {
    OperatorDump dump = new OperatorDump(report);
    return new DumpReport(
        report.name().toString(),
        dump.state().lines().toList(),
        dump.computedTable().lines().toList(),
        dump.extractor().strip());
  }

  @Override
  public String text() {
    return String.join("\n", state)
        + "\n\n"
        + String.join("\n", computedTable)
        + "\n\n"
        + extractor;
  }

  @Override
  public String line() {
    return "%s: %d served keys".formatted(operator, computedTable.size());
  }

  @Override
  public Object json() {
    return this;
  }

  @Override
  public String toString() {
    return text();
  }
}
