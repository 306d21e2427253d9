package jackfield.tools.conformance.coverage;

import jackfield.conformance.derived.Forms;
import jackfield.conformance.gradient.FormulaCalls;
import jackfield.conformance.vectors.RecordedVector;
import jackfield.dispatch.Dispatcher;
import jackfield.kernel.Resolution;
import jackfield.key.DispatchKey;
import jackfield.report.OperatorReport;
import jackfield.report.TableReport;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import jackfield.schema.SchemaArgument;
import jackfield.tensor.Autograd;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Makes the ledger from the dispatch tables and from recorded calls, which show the operators that
 * a formula uses.
 */
public final class LedgerBuilder {
  private final Dispatcher dispatcher;
  private final Recordings recordings;
  private final List<String> backends;
  private final Map<OperatorName, Support> derivatives = new TreeMap<>();
  private final Map<OperatorName, List<FormulaCalls.Calls>> calls = new TreeMap<>();

  private final Forms forms;

  private LedgerBuilder(Dispatcher dispatcher, Recordings recordings, List<String> backends) {
    this.dispatcher = dispatcher;
    this.recordings = recordings;
    this.backends = backends;
    this.forms = Forms.of(dispatcher);
  }

  /**
   * Returns the ledger of the plugged operators.
   *
   * @param autograd null without autograd: then no second derivative is known
   * @param backends the bundles whose kernels have a column
   */
  public static Ledger build(
      Dispatcher dispatcher, Autograd autograd, Recordings recordings, List<String> backends) {
    LedgerBuilder builder = new LedgerBuilder(dispatcher, recordings, backends);
    List<String> columns = new ArrayList<>();
    backends.forEach(backend -> columns.add(brief(backend)));
    columns.addAll(List.of(Ledger.META, Ledger.DERIVATIVE, Ledger.SECOND));
    return new Ledger(List.copyOf(columns), builder.entries(autograd));
  }

  /** Returns the heading of a backend: {@code reference} for {@code backend.cpu.reference}. */
  static String brief(String backend) {
    return backend.replaceFirst("^backend\\.", "").replaceFirst("^cpu\\.(?=.)", "");
  }

  private List<LedgerEntry> entries(Autograd autograd) {
    Set<String> names = new TreeSet<>(recordings.operators());
    dispatcher.operators().forEach(name -> names.add(name.toString()));
    try (FormulaCalls formulas = autograd == null ? null : new FormulaCalls(dispatcher, autograd)) {
      return names.stream().map(name -> entry(name, formulas)).toList();
    }
  }

  private LedgerEntry entry(String text, FormulaCalls formulas) {
    OperatorName name = OperatorName.parse(text);
    Optional<OperatorReport> report =
        dispatcher.report(name).filter(known -> known.schema().isPresent());
    Set<String> lacking = new TreeSet<>();
    Map<String, Support> columns = new LinkedHashMap<>();
    report.ifPresent(known -> {
      TableReport table = dispatcher.table(name);
      backends.forEach(backend -> columns.put(brief(backend), kernel(known, table, backend)));
      columns.put(Ledger.META, meta(table));
      Derivatives both = derivatives(known.schema().get(), formulas);
      columns.put(Ledger.DERIVATIVE, both.first());
      columns.put(Ledger.SECOND, both.second());
      both.lacking().forEach(each -> lacking.add(each.toString()));
    });
    return new LedgerEntry(
        text, report.isPresent(), recordings.files(text), recordings.count(text), columns, lacking);
  }

  private Support kernel(OperatorReport report, TableReport table, String backend) {
    List<String> bundles =
        report.kernels().getOrDefault(DispatchKey.CPU, List.of()).stream()
            .map(kernel -> kernel.provenance().bundle())
            .toList();
    if (bundles.contains(backend)) {
      return Support.OWN;
    }
    return backends.containsAll(bundles) ? composite(table.row(DispatchKey.CPU)) : Support.SHARED;
  }

  private static Support composite(TableReport.Row row) {
    return switch (row.reason()) {
      case DEFAULT_BACKEND, MATH -> Support.COMPOSITE;
      default -> Support.MISSING;
    };
  }

  private static Support meta(TableReport table) {
    TableReport.Row row = table.row(DispatchKey.META);
    return row.reason() == Resolution.Reason.KERNEL ? Support.OWN : composite(row);
  }

  private Support derivative(OperatorName name) {
    return derivatives.computeIfAbsent(
        name,
        asked ->
            dispatcher
                .report(asked)
                .flatMap(OperatorReport::schema)
                .map(schema -> derivative(schema, dispatcher.table(asked)))
                .orElse(Support.MISSING));
  }

  /** Autograd refuses {@code out=}, and an operator without a tensor has nothing to record. */
  private static Support derivative(OperatorSchema schema, TableReport table) {
    boolean hasTensors =
        schema.arguments().stream().anyMatch(SchemaArgument::isDispatched)
            && schema.returns().stream().anyMatch(SchemaArgument::isDispatched);
    TableReport.Row row = table.row(DispatchKey.AUTOGRAD_CPU);
    if (!hasTensors || schema.arguments().stream().anyMatch(SchemaArgument::isOut)) {
      return Support.NOT_NEEDED;
    }
    return switch (row.reason()) {
      case KERNEL, AUTOGRAD -> row.isFallthrough() ? Support.NOT_NEEDED : Support.OWN;
      case MATH -> Support.COMPOSITE;
      default -> Support.MISSING;
    };
  }

  /** The derivatives of an operator, and what its formula calls that has none. */
  private record Derivatives(Support first, Support second, Set<OperatorName> lacking) {}

  private Derivatives derivatives(OperatorSchema schema, FormulaCalls formulas) {
    Support first = derivative(schema.name());
    if (first != Support.OWN) {
      return new Derivatives(first, first, Set.of());
    }
    List<FormulaCalls.Calls> calls = formulas == null ? List.of() : calls(schema, formulas);
    if (calls.isEmpty() && (isFunctionalNone(schema) || takesIntegers(schema.name()))) {
      return new Derivatives(Support.NOT_NEEDED, Support.NOT_NEEDED, Set.of());
    }
    if (calls.isEmpty()) {
      return new Derivatives(first, Support.UNKNOWN, Set.of());
    }
    if (calls.stream().noneMatch(FormulaCalls.Calls::isDifferentiable)) {
      Support none = isRefused(calls) ? Support.REFUSED : Support.NOT_NEEDED;
      return new Derivatives(none, none, Set.of());
    }
    Set<OperatorName> used = new TreeSet<>();
    calls.forEach(call -> used.addAll(call.operators()));
    Set<OperatorName> lacking = new TreeSet<>(used);
    lacking.removeIf(each -> derivative(each).isCovered());
    if (!lacking.isEmpty()) {
      return new Derivatives(first, Support.MISSING, lacking);
    }
    boolean refuses = used.stream().anyMatch(each -> isRefused(each, formulas));
    return new Derivatives(first, refuses ? Support.REFUSED : Support.OWN, Set.of());
  }

  /** Returns whether all known calls are without a tensor of floating-point or complex numbers. */
  private boolean takesIntegers(OperatorName name) {
    List<RecordedVector> known = new ArrayList<>(recordings.calls(name.toString()));
    known.addAll(recordings.examples(name.toString()));
    return !known.isEmpty()
        && known.stream()
            .flatMap(vector -> vector.json().findValuesAsText("dtype").stream())
            .noneMatch(type -> type.contains("float") || type.contains("complex"));
  }

  /** Returns whether the functional form of an in-place form has nothing to differentiate. */
  private boolean isFunctionalNone(OperatorSchema schema) {
    return Forms.form(schema) == Forms.Form.IN_PLACE
        && forms
            .find(Forms.Form.FUNCTIONAL, schema)
            .filter(functional -> derivative(functional.name()) == Support.NOT_NEEDED)
            .isPresent();
  }

  private boolean isRefused(OperatorName name, FormulaCalls formulas) {
    return derivative(name) == Support.OWN
        && dispatcher
            .report(name)
            .flatMap(OperatorReport::schema)
            .filter(schema -> isRefused(calls(schema, formulas)))
            .isPresent();
  }

  private static boolean isRefused(List<FormulaCalls.Calls> calls) {
    return calls.stream().noneMatch(FormulaCalls.Calls::isDifferentiable)
        && calls.stream().anyMatch(FormulaCalls.Calls::isRefused);
  }

  /** An in-place form that is recorded in programs only has the formula of the functional form. */
  private List<FormulaCalls.Calls> calls(OperatorSchema schema, FormulaCalls formulas) {
    List<FormulaCalls.Calls> calls = calls(schema.name(), formulas);
    boolean isInPlace = Forms.form(schema) == Forms.Form.IN_PLACE;
    return calls.isEmpty() && isInPlace
        ? forms
            .find(Forms.Form.FUNCTIONAL, schema)
            .map(functional -> calls(functional.name(), formulas))
            .orElse(calls)
        : calls;
  }

  private List<FormulaCalls.Calls> calls(OperatorName name, FormulaCalls formulas) {
    List<FormulaCalls.Calls> present = calls.get(name); // computing it may ask for other operators
    if (present == null) {
      present = observed(name, formulas);
      calls.put(name, present);
    }
    return present;
  }

  private List<FormulaCalls.Calls> observed(OperatorName name, FormulaCalls formulas) {
    List<FormulaCalls.Calls> found = List.of();
    for (var source :
        List.<Function<String, List<RecordedVector>>>of(
            recordings::differentiated, // few, and mostly enough
            recordings::calls,
            recordings::examples)) {
      List<FormulaCalls.Calls> calls = calls(source.apply(name.toString()), formulas);
      if (calls.stream().anyMatch(FormulaCalls.Calls::isDifferentiable)) {
        return calls;
      }
      found = found.isEmpty() ? calls : found;
    }
    return found;
  }

  private static List<FormulaCalls.Calls> calls(
      List<RecordedVector> vectors, FormulaCalls formulas) {
    return vectors.stream().flatMap(vector -> formulas.of(vector).stream()).toList();
  }
}
