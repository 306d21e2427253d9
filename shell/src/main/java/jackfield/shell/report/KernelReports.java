package jackfield.shell.report;

import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.NoSuchBundle;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.report.FallbackReport;
import jackfield.report.OperatorReport;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The kernels that are registered, whether they serve or wait. */
public record KernelReports(Dispatcher dispatcher, Names names) {
  private static final List<String> HEAD = List.of("operator", "key", "by", "state");
  private static final String EVERY_OPERATOR = "*";

  /**
   * A kernel.
   *
   * @param operator the operator; {@code *} for a fallback
   * @param key the key it is registered at, which may be an alias
   * @param by who registered it
   * @param place who, and where in the source if that is known
   * @param serves how many slots of the operator's table it serves
   * @param beneath who is before it at its key; empty for nobody
   * @param failures how often kernels of its bundle failed there
   * @param lastFailure the text of the last failure; empty if there was none
   */
  public record KernelRow(
      String operator,
      String key,
      String by,
      String place,
      int serves,
      String beneath,
      long failures,
      String lastFailure)
      implements Row {
    @Override
    public List<String> cells() {
      String failed = new Failures(failures, lastFailure).text();
      return List.of(operator, key, place, failed.isEmpty() ? state() : state() + "; " + failed);
    }

    /** Returns in words what becomes of it. */
    String state() {
      if (!beneath.isEmpty()) {
        return "beneath " + beneath;
      }
      return switch (serves) {
        case 0 -> "serves no key";
        case 1 -> "serves";
        default -> "serves " + serves + " keys";
      };
    }
  }

  /** Lists the kernels of one operator by key, the one that serves first. */
  List<KernelRow> of(OperatorReport report) {
    return of(report, by -> true);
  }

  private List<KernelRow> of(OperatorReport report, Predicate<Provenance> isWanted) {
    List<KernelRow> rows = new ArrayList<>();
    report
        .kernels()
        .forEach((key, kernels) -> {
          String first = kernels.getFirst().provenance().toString();
          for (int i = 0; i < kernels.size(); i++) {
            if (isWanted.test(kernels.get(i).provenance())) {
              rows.add(row(report, key, kernels.get(i), i == 0 ? "" : first));
            }
          }
        });
    return rows;
  }

  private KernelRow row(
      OperatorReport report, DispatchKey key, OperatorReport.Kernel kernel, String beneath) {
    Failures failures = failures(report, key, kernel);
    return new KernelRow(
        report.name().toString(),
        names.name(key),
        kernel.provenance().toString(),
        kernel.provenance().place(),
        beneath.isEmpty() ? slots(report, key, kernel) : 0,
        beneath,
        failures.count(),
        failures.last());
  }

  private Failures failures(OperatorReport report, DispatchKey key, OperatorReport.Kernel kernel) {
    return Failures.of(
        dispatcher.failures().stream()
            .filter(failure -> failure.operator().equals(report.name()))
            .filter(failure -> Failures.isOf(failure, kernel.provenance()))
            .filter(failure -> serves(key, failure.key()))
            .toList());
  }

  private static boolean serves(DispatchKey registered, DispatchKey key) {
    return registered == key || (registered.isAlias() && registered.serves(key));
  }

  private static int slots(OperatorReport report, DispatchKey key, OperatorReport.Kernel kernel) {
    if (key.hasSlot()) {
      return 1; // the first at a key itself serves it, whatever else there is
    }
    return (int)
        report.table().stream()
            .filter(slot -> slot.kernel() == kernel.function())
            .filter(slot -> kernel.provenance().equals(slot.provenance()))
            .count();
  }

  /**
   * Lists the kernels and fallbacks of a bundle.
   *
   * @throws NoSuchBundle if it has registered nothing
   */
  public Listing<KernelRow> ofBundle(String bundle) {
    if (!names.bundles().contains(bundle)) {
      throw new NoSuchBundle(bundle, names.bundles());
    }
    Predicate<Provenance> isBundles = by -> by.bundle().equals(bundle);
    Stream<KernelRow> fallbacks =
        dispatcher.fallbacks().stream()
            .filter(fallback -> isBundles.test(fallback.provenance()))
            .map(this::row);
    Stream<KernelRow> kernels =
        names.reports().stream().flatMap(report -> of(report, isBundles).stream());
    List<KernelRow> rows = Stream.concat(fallbacks, kernels).toList();
    return Listing.grid("kernels of " + bundle, HEAD, rows, List.of());
  }

  private KernelRow row(FallbackReport fallback) {
    Failures failures =
        Failures.of(
            dispatcher.failures().stream()
                .filter(failure -> failure.key() == fallback.key())
                .filter(failure -> Failures.isOf(failure, fallback.provenance()))
                .toList());
    return new KernelRow(
        EVERY_OPERATOR,
        names.name(fallback.key()),
        fallback.provenance().toString(),
        fallback.provenance().place(),
        1,
        "",
        failures.count(),
        failures.last());
  }

  /** Lists the kernels of operators that nobody defines. */
  public Listing<KernelRow> dangling() {
    List<KernelRow> rows =
        dispatcher.dangling().stream()
            .flatMap(name -> dispatcher.report(name).stream())
            .flatMap(report -> of(report).stream())
            .toList();
    return Listing.grid("dangling kernels", HEAD, rows, List.of());
  }
}
