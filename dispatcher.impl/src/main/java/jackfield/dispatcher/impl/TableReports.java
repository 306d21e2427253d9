package jackfield.dispatcher.impl;

import jackfield.dispatch.DispatchKey;
import jackfield.dispatch.Resolution;
import jackfield.dispatch.TableReport;
import java.util.ArrayList;
import java.util.List;

/** Turns an operator's truth and table into a report. */
final class TableReports {
  private TableReports() {}

  static TableReport of(OperatorEntry entry, Resolution[] resolutions, long generation) {
    List<TableReport.Row> rows = new ArrayList<>();
    for (int slot = 0; slot < resolutions.length; slot++) {
      rows.add(row(entry, DispatchKey.atTableIndex(slot), resolutions[slot]));
    }
    String schema = entry.definition() == null ? "" : entry.definition().schema().toString();
    return new TableReport(entry.name().toString(), schema, generation, rows);
  }

  private static TableReport.Row row(OperatorEntry entry, DispatchKey key, Resolution resolution) {
    List<String> beneath =
        entry.kernels().at(key).stream()
            .skip(1)
            .map(registration -> registration.provenance().toString())
            .toList();
    return new TableReport.Row(
        key,
        resolution.provenance() == null ? "" : resolution.provenance().toString(),
        resolution.reason(),
        resolution.kernel().isFallthrough(),
        beneath);
  }
}
