package jackfield.shell;

import jackfield.dispatch.DispatchKey;
import jackfield.dispatch.Resolution.Reason;
import jackfield.dispatch.TableReport;
import java.util.ArrayList;
import java.util.List;

/** A dispatch table as a grid of lines: who serves which key, why, and who waits beneath. */
final class TableText {
  private static final String NOBODY = "–";

  private final TableReport report;
  private final boolean isComplete;

  /** Makes the text; unless {@code isComplete}, keys that nobody serves are only counted. */
  TableText(TableReport report, boolean isComplete) {
    this.report = report;
    this.isComplete = isComplete;
  }

  @Override
  public String toString() {
    String name = report.schema().isEmpty() ? report.operator() + " (no schema)" : report.schema();
    List<String> lines = new ArrayList<>();
    lines.add(name + "      generation " + report.generation());
    List<TableReport.Row> shown = report.rows().stream().filter(this::isShown).toList();
    lines.addAll(grid(shown));
    int hidden = report.rows().size() - shown.size();
    if (hidden > 0) {
      lines.add(
          "  … %d more keys that nobody serves or calls pass by: table --all".formatted(hidden));
    }
    return String.join("\n", lines);
  }

  private boolean isShown(TableReport.Row row) {
    return isComplete
        || row.key() == DispatchKey.CPU
        || row.key() == DispatchKey.CUDA
        || row.key() == DispatchKey.PROFILER
        || row.key() == DispatchKey.AUTOGRAD_CPU
        || row.reason() == Reason.KERNEL;
  }

  private static List<String> grid(List<TableReport.Row> rows) {
    List<List<String>> cells = new ArrayList<>();
    cells.add(List.of("key", "served by", "why", "beneath"));
    for (TableReport.Row row : rows) {
      String servedBy = row.servedBy().isEmpty() ? NOBODY : row.servedBy();
      String why = row.reason() + (row.isFallthrough() ? ", passed by" : "");
      cells.add(List.of(row.key().toString(), servedBy, why, String.join(", ", row.beneath())));
    }
    return Columns.of(cells);
  }
}
