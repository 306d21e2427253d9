package jackfield.shell.report;

import jackfield.report.OperatorDump;
import jackfield.report.OperatorReport;
import java.util.List;

/**
 * The registrations and table of an operator in the format of PyTorch.
 *
 * @param operator its name
 * @param state the registrations
 * @param computedTable the provider of each slot with a kernel
 * @param extractor the arguments and keys that take part in dispatch
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
