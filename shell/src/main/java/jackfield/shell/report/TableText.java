package jackfield.shell.report;

import jackfield.kernel.Resolution.Reason;
import jackfield.key.DispatchKey;
import jackfield.report.OperatorReport;
import jackfield.report.TableReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A dispatch table as a grid: provider and reason of each key, and the shadowed kernels. */
public record TableText(
    TableReport report, OperatorReport whole, Names names, KernelReports kernels) {
  private static final String NOBODY = "–";
  private static final Set<DispatchKey> ALWAYS_SHOWN =
      Set.of(DispatchKey.CPU, DispatchKey.CUDA, DispatchKey.PROFILER, DispatchKey.AUTOGRAD_CPU);

  /**
   * A slot.
   *
   * @param key the key that owns it
   * @param servedBy the provider of the kernel; empty for none
   * @param why the reason
   * @param isFallthrough whether the kernel is a fallthrough
   * @param shadowed the providers of the kernels that it shadows at the key
   */
  public record SlotRow(
      String key, String servedBy, String why, boolean isFallthrough, List<String> shadowed)
      implements Row {
    @Override
    public List<String> cells() {
      return List.of(
          key,
          servedBy.isEmpty() ? NOBODY : servedBy,
          why + (isFallthrough ? ", passed by" : ""),
          String.join(", ", shadowed));
    }
  }

  /**
   * The table for JSON.
   *
   * @param operator the operator's name
   * @param schema its schema; empty while it is not defined
   * @param generation the dispatcher's generation
   * @param slots the shown slots
   * @param hidden the number of other slots
   * @param inactive the kernels that fill no slot
   */
  record Table(
      String operator,
      String schema,
      long generation,
      List<SlotRow> slots,
      int hidden,
      List<KernelReports.KernelRow> inactive) {}

  /** Creates the grid; unless {@code isComplete}, other keys are only counted. */
  public Listing<SlotRow> listing(boolean isComplete) {
    List<SlotRow> slots =
        report.rows().stream().filter(row -> isComplete || isShown(row)).map(this::slot).toList();
    List<KernelReports.KernelRow> inactive =
        kernels.of(whole).stream().filter(row -> row.serves() == 0).toList();
    Table table =
        new Table(
            report.operator(),
            report.schema(),
            report.generation(),
            slots,
            report.rows().size() - slots.size(),
            inactive);
    String line = "table of %s: %d keys".formatted(report.operator(), report.rows().size());
    return new Listing<>(line, text(table), slots, table);
  }

  private static boolean isShown(TableReport.Row row) {
    return ALWAYS_SHOWN.contains(row.key()) || row.reason() == Reason.KERNEL;
  }

  private SlotRow slot(TableReport.Row row) {
    return new SlotRow(
        names.name(row.key()),
        row.servedBy(),
        row.reason().toString(),
        row.isFallthrough(),
        row.shadowed());
  }

  private static String text(Table table) {
    String name = table.schema().isEmpty() ? table.operator() + " (no schema)" : table.schema();
    List<String> lines = new ArrayList<>();
    lines.add(name + "      generation " + table.generation());
    lines.addAll(Listing.lines(List.of("key", "provider", "why", "shadows"), table.slots()));
    if (table.hidden() > 0) {
      lines.add(
          "  … %d more keys that have no kernel of their own: table --all"
              .formatted(table.hidden()));
    }
    if (!table.inactive().isEmpty()) {
      lines.add("inactive");
      lines.addAll(
          Columns.of(
              table.inactive().stream()
                  .map(row -> List.of(row.key(), row.source(), row.state()))
                  .toList()));
    }
    return String.join("\n", lines);
  }
}
