package jackfield.shell.report;

import jackfield.dispatch.Dispatcher;
import jackfield.report.LibraryReport;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Reports the registrations of library blocks, bundles and plain commits. */
public record LibraryReports(Dispatcher dispatcher, Names names) {
  private static final Set<String> DEFINING =
      Set.of("DEF", "library"); // fragments only add to these
  private static final List<String> HEAD =
      List.of("kind", "for", "key", "by", "definitions", "kernels", "fallbacks");

  /**
   * A library.
   *
   * @param kind DEF, IMPL or FRAGMENT; backend, feature or library for a bundle's services; commit
   *     for the rest
   * @param namespace its namespace, device or feature
   * @param key the key of kernels without their own; empty for none
   * @param by the bundle that opened it
   * @param source the provider and its source position, if known
   * @param definitions how many operators it defines
   * @param kernels how many kernels it has registered
   * @param fallbacks how many fallbacks it has registered
   */
  public record LibraryRow(
      String kind,
      String namespace,
      String key,
      String by,
      String source,
      int definitions,
      int kernels,
      int fallbacks)
      implements Row {
    @Override
    public List<String> cells() {
      return List.of(
          kind,
          namespace,
          key.isEmpty() ? "–" : key,
          source,
          Integer.toString(definitions),
          Integer.toString(kernels),
          Integer.toString(fallbacks));
    }
  }

  public Listing<LibraryRow> libraries() {
    List<LibraryRow> rows = dispatcher.libraries().stream().map(this::row).toList();
    return Listing.grid("libraries", HEAD, rows, severalOwners(rows));
  }

  private LibraryRow row(LibraryReport report) {
    return new LibraryRow(
        report.label().kind(),
        report.label().namespace(),
        report.label().key().map(names::name).orElse(""),
        report.label().owner().toString(),
        report.label().owner().location(),
        report.definitions(),
        report.kernels(),
        report.fallbacks());
  }

  private static List<String> severalOwners(List<LibraryRow> rows) {
    Map<String, List<LibraryRow>> owners =
        rows.stream()
            .filter(row -> DEFINING.contains(row.kind()))
            .collect(
                Collectors.groupingBy(LibraryRow::namespace, TreeMap::new, Collectors.toList()));
    return owners.entrySet().stream()
        .filter(owned -> owned.getValue().size() > 1)
        .map(owned ->
            "  namespace %s is defined by several: %s"
                .formatted(
                    owned.getKey(),
                    owned.getValue().stream()
                        .map(LibraryRow::source)
                        .collect(Collectors.joining(", "))))
        .toList();
  }
}
