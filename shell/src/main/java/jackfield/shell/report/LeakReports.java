package jackfield.shell.report;

import jackfield.spi.Platform.Removal;
import jackfield.spi.RemovedBundles;
import jackfield.spi.RemovedBundles.RemovedBundle;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Reports the verdicts on removed bundles and the state of removals.
 *
 * @param removedBundles the leak detector
 * @param removals returns the bundles that are being removed
 */
public record LeakReports(RemovedBundles removedBundles, Supplier<List<Removal>> removals) {
  private static final List<String> HEAD =
      List.of("bundle", "version", "unplugged", "verdict", "after", "reason");

  /**
   * A removed revision of a bundle.
   *
   * @param bundle its name
   * @param version its version
   * @param unplugged the time of the removal in ISO 8601
   * @param verdict pending, collected, resident or leaked
   * @param millis from the removal until the verdict, or until now while that is pending
   * @param reason the reason of the verdict
   * @param path the references to its class loader, one a line; empty if unknown
   */
  public record LeakRow(
      String bundle,
      String version,
      String unplugged,
      String verdict,
      double millis,
      String reason,
      List<String> path)
      implements Row {
    @Override
    public List<String> cells() {
      String after = new RemovalVerdict(verdict, millis, reason, path).after();
      return List.of(bundle, version, Times.clock(unplugged), verdict, after, reason);
    }
  }

  public Listing<LeakRow> all() {
    // The platform first: a bundle removed in between is then listed twice rather than never.
    List<LeakRow> inRemoval = removals.get().stream().map(LeakReports::row).toList();
    List<LeakRow> rows =
        Stream.concat(
                inRemoval.reversed().stream(),
                removedBundles.removedBundles().stream().map(LeakReports::row))
            .toList();
    List<String> notes =
        Stream.concat(
                rows.stream().filter(row -> !row.path().isEmpty()).flatMap(LeakReports::path),
                Stream.of("  collector: " + removedBundles.collector()))
            .toList();
    return Listing.grid("unplugged bundles", HEAD, rows, notes);
  }

  private static LeakRow row(RemovedBundle removed) {
    return row(removed.bundle(), removed.version(), removed.removed(), RemovalVerdict.of(removed));
  }

  private static LeakRow row(Removal removal) {
    return row(removal.bundle(), removal.version(), removal.since(), RemovalVerdict.of(removal));
  }

  private static LeakRow row(
      String bundle, String version, Instant unplugged, RemovalVerdict removal) {
    return new LeakRow(
        bundle,
        version,
        unplugged.toString(),
        removal.verdict(),
        removal.millis(),
        removal.reason(),
        removal.path());
  }

  private static Stream<String> path(LeakRow row) {
    return Stream.concat(
        Stream.of("  what retains %s %s:".formatted(row.bundle(), row.version())),
        row.path().stream().map(step -> "    " + step));
  }
}
