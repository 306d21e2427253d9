package jackfield.dispatcher.impl.operator;

import jackfield.dispatcher.impl.table.Change;
import jackfield.dispatcher.impl.table.KernelRegistration;
import jackfield.dispatcher.impl.table.Resolved;
import jackfield.kernel.Provenance;
import jackfield.kernel.Resolution;
import jackfield.kernel.TableShape;
import jackfield.key.BackendComponent;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.report.OperatorReport;
import jackfield.report.TableReport;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Turns an operator's registrations and table into a report. */
public final class TableReports {
  private TableReports() {}

  public static TableReport of(OperatorState operator, Resolution[] resolutions, long generation) {
    List<TableReport.Row> rows = new ArrayList<>();
    Map<Provenance, String> titles = new HashMap<>(); // most slots have the same one
    for (int slot = 0; slot < resolutions.length; slot++) {
      rows.add(row(operator, DispatchKey.atTableIndex(slot), resolutions[slot], titles));
    }
    String schema = operator.definition() == null ? "" : operator.definition().schema().toString();
    return new TableReport(operator.name().toString(), schema, generation, rows);
  }

  /** Returns the full report of an operator. */
  public static OperatorReport whole(OperatorState operator, Resolved resolved) {
    Map<DispatchKey, List<OperatorReport.Kernel>> kernels = new EnumMap<>(DispatchKey.class);
    for (DispatchKey key : operator.kernels().keys()) {
      kernels.put(
          key,
          operator.kernels().at(key).stream()
              .map(each ->
                  new OperatorReport.Kernel(each.kernel(), each.provenance(), each.ranking()))
              .toList());
    }
    Optional<Change.Define> definition = Optional.ofNullable(operator.definition());
    return new OperatorReport(
        operator.name(),
        definition.map(Change.Define::schema),
        definition.map(Change.Define::provenance),
        operator.tags(),
        operator.registrations(),
        Collections.unmodifiableMap(kernels),
        List.of(resolved.resolutions()),
        masks(resolved.shape()),
        operator.signatures().report());
  }

  private static List<DispatchKeySet> masks(TableShape shape) {
    return IntStream.range(0, BackendComponent.COUNT)
        .mapToObj(backend -> new DispatchKeySet(shape.nonFallthrough(backend)))
        .toList();
  }

  private static TableReport.Row row(
      OperatorState operator,
      DispatchKey key,
      Resolution resolution,
      Map<Provenance, String> titles) {
    List<String> all = titles(operator.kernels().at(key), titles);
    return new TableReport.Row(
        key,
        resolution.provenance() == null ? "" : title(resolution.provenance(), titles),
        resolution.reason(),
        resolution.kernel().isFallthrough(),
        all.isEmpty() ? all : all.subList(1, all.size()));
  }

  private static List<String> titles(
      List<KernelRegistration> registrations, Map<Provenance, String> titles) {
    return registrations.isEmpty()
        ? List.of()
        : registrations.stream().map(each -> title(each.provenance(), titles)).toList();
  }

  private static String title(Provenance provenance, Map<Provenance, String> titles) {
    return titles.computeIfAbsent(provenance, Provenance::toString);
  }
}
