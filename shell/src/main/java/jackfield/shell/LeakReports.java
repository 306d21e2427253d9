package jackfield.shell;

import jackfield.spi.Departures;
import jackfield.spi.Departures.Departure;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What became of the bundles that left. */
record LeakReports(Departures departures) {
  private static final List<String> HEAD =
      List.of("bundle", "version", "left", "verdict", "after", "reason");

  /**
   * A revision of a bundle that left.
   *
   * @param bundle its name
   * @param version its version
   * @param left when, in the form of ISO 8601
   * @param verdict pending, collected, resident or leaked
   * @param millis from the departure until the verdict
   * @param reason why
   * @param path how its class loader is still reached, a reference a line; empty if it is not known
   */
  public record LeakRow(
      String bundle,
      String version,
      String left,
      String verdict,
      double millis,
      String reason,
      List<String> path)
      implements Row {
    @Override
    public List<String> cells() {
      String after = String.format(Locale.ROOT, "%,.0f ms", millis);
      return List.of(
          bundle,
          version,
          Times.clock(left),
          verdict,
          verdict.equals("pending") ? "–" : after,
          reason);
    }
  }

  Listing<LeakRow> all() {
    List<LeakRow> rows = departures.departures().stream().map(LeakReports::row).toList();
    List<String> notes =
        Stream.concat(
                rows.stream().filter(row -> !row.path().isEmpty()).flatMap(LeakReports::path),
                Stream.of("  collector: " + departures.collector()))
            .toList();
    return Listing.grid("bundles that left", HEAD, rows, notes);
  }

  private static LeakRow row(Departure departure) {
    return new LeakRow(
        departure.bundle(),
        departure.version(),
        departure.left().toString(),
        departure.verdict().name().toLowerCase(Locale.ROOT),
        departure.nanos() / 1e6,
        departure.reason(),
        departure.path());
  }

  private static Stream<String> path(LeakRow row) {
    return Stream.concat(
        Stream.of("  what holds %s %s:".formatted(row.bundle(), row.version())),
        row.path().stream().map(step -> "    " + step));
  }
}
