package jackfield.shell.call;

import jackfield.dispatch.Dispatcher;
import jackfield.error.SimilarNames;
import jackfield.kernel.NoSuchOperator;
import jackfield.kernel.Operator;
import jackfield.kernel.Provenance;
import jackfield.report.OperatorEvent;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import jackfield.schema.SchemaArgument;
import jackfield.shell.report.Names;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The overloads that a typed name stands for.
 *
 * @param asked the typed name
 * @param schemas their schemas, the default overload first
 */
record Overloads(OperatorName asked, List<OperatorSchema> schemas) {

  /**
   * Finds the overloads of a name without overload, or the one overload of a full name.
   *
   * @throws NoSuchOperator if none is defined
   */
  static Overloads of(Dispatcher dispatcher, String typed) {
    OperatorName asked = Names.operator(typed);
    List<OperatorName> all = dispatcher.operators();
    List<OperatorSchema> schemas =
        all.stream()
            .filter(name ->
                asked.overload().isEmpty() ? name.name().equals(asked.name()) : name.equals(asked))
            .map(name -> dispatcher.find(name).map(Operator::schemaOrNull).orElse(null))
            .filter(Objects::nonNull)
            .toList();
    if (schemas.isEmpty()) {
      List<String> names =
          all.stream()
              .filter(name -> isDefined(dispatcher, name))
              .map(name -> asked.overload().isEmpty() ? name.name() : name.toString())
              .distinct()
              .toList();
      throw new NoSuchOperator(
          asked,
          all.contains(asked),
          SimilarNames.to(asked.toString(), names),
          lastDefinedBy(dispatcher, asked, all));
    }
    return new Overloads(asked, schemas);
  }

  private static boolean isDefined(Dispatcher dispatcher, OperatorName name) {
    return dispatcher.find(name).map(Operator::schemaOrNull).isPresent();
  }

  /** Returns the provider that has withdrawn the definition of an overload. */
  private static Optional<Provenance> lastDefinedBy(
      Dispatcher dispatcher, OperatorName asked, List<OperatorName> all) {
    Stream<OperatorName> overloads = all.stream().filter(name -> name.name().equals(asked.name()));
    return Stream.concat(Stream.of(asked), asked.overload().isEmpty() ? overloads : Stream.empty())
        .flatMap(name -> dispatcher.history(name).stream())
        .filter(event -> event.key().isEmpty() && !event.isRegistration())
        .findFirst()
        .map(OperatorEvent::provenance);
  }

  /**
   * Returns the overload that the words fit best.
   *
   * @throws CallMismatch if they fit none
   */
  Binding bind(CallWords words) {
    List<Binding> bindings = schemas.stream().map(schema -> Binding.of(schema, words)).toList();
    return bindings.stream()
        .filter(binding -> binding.misfit().isEmpty())
        .min(Comparator.comparingInt(Binding::cost))
        .orElseThrow(() -> misfit(words, bindings));
  }

  private CallMismatch misfit(CallWords words, List<Binding> bindings) {
    Binding nearest =
        bindings.stream()
            .max(
                Comparator.<Binding>comparingInt(binding -> binding.values().size())
                    .thenComparing(binding -> !binding.schema().isMutable()))
            .orElseThrow();
    Binding.Misfit misfit = nearest.misfit().orElseThrow();
    return new CallMismatch(
        nearest.schema().name().toString(),
        misfit.argument(),
        misfit.problem(),
        words.toString(),
        shown());
  }

  /** Returns the schemas; those with out arguments only if there are no others. */
  private List<String> shown() {
    List<OperatorSchema> plain =
        schemas.stream()
            .filter(schema -> schema.arguments().stream().noneMatch(SchemaArgument::isOut))
            .toList();
    return (plain.isEmpty() ? schemas : plain).stream().map(OperatorSchema::toString).toList();
  }
}
