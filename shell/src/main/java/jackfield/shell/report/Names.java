package jackfield.shell.report;

import jackfield.dispatch.Dispatcher;
import jackfield.kernel.NoSuchOperator;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.report.FallbackReport;
import jackfield.report.OperatorReport;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Parses and completes the names of operators, keys and bundles. */
public record Names(Dispatcher dispatcher) {
  private static final String USUAL_NAMESPACE = "aten::";

  /** Parses an operator's name; the default namespace is aten. */
  public static OperatorName operator(String typed) {
    return OperatorName.parse(typed.contains("::") ? typed : USUAL_NAMESPACE + typed);
  }

  /**
   * Returns the report of an operator.
   *
   * @throws NoSuchOperator if nothing is registered for it
   */
  public OperatorReport report(String typed) {
    OperatorName name = operator(typed);
    String known = dispatcher.table(name).operator(); // reports similar names if it is unknown
    return dispatcher
        .report(name)
        .orElseThrow(
            () -> new NoSuchOperator(name, false, List.of(known))); // it was just withdrawn
  }

  /**
   * Returns the schema of an operator.
   *
   * @throws NoSuchOperator if it is not defined
   */
  public OperatorSchema schema(OperatorReport report) {
    return report.schema().orElseGet(() -> dispatcher.operator(report.name().toString()).schema());
  }

  /**
   * Finds the key that is printed as this name, or that C10 parses from it.
   *
   * @throws jackfield.key.UnknownKey if there is none
   */
  DispatchKey key(String typed) {
    return printedAs(typed).orElseGet(() -> dispatcher.privateBackends().parse(typed));
  }

  private Optional<DispatchKey> printedAs(String typed) {
    return Arrays.stream(DispatchKey.values()).filter(key -> name(key).equals(typed)).findFirst();
  }

  /** Returns the name of a key; for a leased backend that of the holder. */
  String name(DispatchKey key) {
    return dispatcher.privateBackends().name(key);
  }

  List<String> names(Iterable<DispatchKey> keys) {
    Stream.Builder<String> names = Stream.builder();
    keys.forEach(key -> names.add(name(key)));
    return names.build().toList();
  }

  public List<String> operators() {
    return dispatcher.operators().stream().map(OperatorName::toString).toList();
  }

  /** Lists all keys, aliases too. */
  public List<String> keys() {
    return names(Arrays.asList(DispatchKey.values()));
  }

  List<OperatorReport> reports() {
    return dispatcher.operators().stream()
        .flatMap(name -> dispatcher.report(name).stream())
        .toList();
  }

  /** Lists the bundles with registrations, in order. */
  public List<String> bundles() {
    Stream<Provenance> kernels =
        reports().stream()
            .flatMap(report -> report.kernels().values().stream())
            .flatMap(List::stream)
            .map(OperatorReport.Kernel::provenance);
    Stream<Provenance> fallbacks = dispatcher.fallbacks().stream().map(FallbackReport::provenance);
    Stream<Provenance> owners =
        dispatcher.libraries().stream().map(library -> library.label().owner());
    return List.copyOf(
        Stream.of(kernels, fallbacks, owners)
            .flatMap(each -> each)
            .map(Provenance::bundle)
            .collect(TreeSet::new, TreeSet::add, TreeSet::addAll));
  }
}
