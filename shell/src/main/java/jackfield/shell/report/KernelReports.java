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

/** Reports registered kernels, active and shadowed ones. */
public record KernelReports(Dispatcher dispatcher, Names names) {
  private static final List<String> HEAD = List.of("operator", "key", "by", "state");
  private static final String EVERY_OPERATOR = "*";

  /**
   * A registered kernel.
   *
   * @param operator the operator; {@code *} for a fallback
   * @param key its key, which may be an alias
   * @param by its provider
   * @param source the provider and its source position, if known
   * @param serves how many slots of the operator's table it fills
   * @param shadowedBy the provider that shadows it at its key; empty for none
   * @param failures how often kernels of its bundle failed at the key
   * @param lastFailure the text of the last failure; empty without one
   */
  public record KernelRow(
      String operator,
      String key,
      String by,
      String source,
      int serves,
      String shadowedBy,
      long failures,
      String lastFailure)
      implements Row {
    @Override
    public List<String> cells() {
      String failed = new Failures(failures, lastFailure).text();
      return List.of(operator, key, source, failed.isEmpty() ? state() : state() + "; " + failed);
    }

    /** Returns as text whether it is active. */
    String state() {
      if (!shadowedBy.isEmpty()) {
        return "shadowed by " + shadowedBy;
      }
      return switch (serves) {
        case 0 -> "serves no key";
        case 1 -> "serves";
        default -> "serves " + serves + " keys";
      };
    }
  }

  /** Lists the kernels of one operator by key, the active one first. */
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
      OperatorReport report, DispatchKey key, OperatorReport.Kernel kernel, String shadowedBy) {
    Failures failures = failures(report, key, kernel);
    return new KernelRow(
        report.name().toString(),
        names.name(key),
        kernel.provenance().toString(),
        kernel.provenance().location(),
        shadowedBy.isEmpty() ? slots(report, key, kernel) : 0,
        shadowedBy,
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
      return 1; // the first at the key itself is always active
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
        fallback.provenance().location(),
        1,
        "",
        failures.count(),
        failures.last());
  }

  /** Lists the kernels of operators without a definition. */
  public Listing<KernelRow> dangling() {
    List<KernelRow> rows =
        dispatcher.dangling().stream()
            .flatMap(name -> dispatcher.report(name).stream())
            .flatMap(report -> of(report).stream())
            .toList();
    return Listing.grid("dangling kernels", HEAD, rows, List.of());
  }
}
