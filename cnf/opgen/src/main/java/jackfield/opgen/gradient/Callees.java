package jackfield.opgen.gradient;

import jackfield.opgen.catalog.OperatorCatalog;
import jackfield.opgen.catalog.OperatorEntry.Form;
import jackfield.opgen.catalog.Parameter;
import jackfield.opgen.catalog.Signature;
import jackfield.opgen.java.Names;
import jackfield.opgen.operator.OperatorFields;
import jackfield.schema.OperatorName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The operators and functions that formulas may call; chooses among overloads. */
final class Callees {
  private final OperatorCatalog operators;
  private final Map<String, FormulaFunction> functions;

  /**
   * A call that was resolved.
   *
   * @param value the Java expression
   * @param field the field that it uses, empty for a static method
   */
  record Resolved(Typed value, Optional<Field> field) {}

  /**
   * A field that formulas use.
   *
   * @param type the class of the field
   * @param name the name of the field
   * @param isOperator whether the field is a typed operator; else it is an object with functions
   */
  record Field(String type, String name, boolean isOperator) {
    /** Returns the expression that reads the field. */
    String read() {
      return isOperator ? OperatorFields.read(type) : name;
    }
  }

  /** A candidate whose arguments were converted to fit. */
  private record Match(Form form, FormulaFunction function, String arguments, int cost) {}

  Callees(OperatorCatalog operators, List<FormulaFunction> functions) {
    this.operators = operators;
    this.functions =
        functions.stream().collect(Collectors.toMap(FormulaFunction::name, each -> each));
  }

  /** Returns whether there is an operator of this name and overload. */
  boolean hasOperator(String name, String overload) {
    return operators.find(name + "." + overload).isPresent();
  }

  /** Returns the results of the operator whose record of results has this type. */
  Optional<List<Signature.Result>> results(String type) {
    return operators.forms().stream()
        .filter(form -> FormulaTypes.result(form).equals(type))
        .filter(form -> form.schema().returns().size() > 1)
        .findFirst()
        .map(form -> Signature.of(form).results());
  }

  /**
   * Chooses the overload that takes the arguments with the fewest conversions.
   *
   * @param overload the wanted overload, or null for any
   * @return a {@link Resolved} call, or the error text
   */
  Object resolve(String name, String overload, List<Typed> arguments) {
    List<Form> candidates = candidates(name, overload);
    if (candidates.isEmpty()) {
      return "names %s, which is no operator and no function".formatted(name);
    }
    List<Match> matches = new ArrayList<>();
    candidates.forEach(form -> match(form, arguments).ifPresent(matches::add));
    int least = matches.stream().mapToInt(Match::cost).min().orElse(0);
    matches.removeIf(match -> match.cost() > least);
    if (matches.size() != 1) {
      String fits = matches.isEmpty() ? "no overload takes" : "several overloads take";
      return "calls %s, and %s (%s)\n  available  %s"
          .formatted(name, fits, types(arguments), listed(candidates));
    }
    return resolved(matches.getFirst());
  }

  private List<Form> candidates(String name, String overload) {
    if (functions.containsKey(name) && overload == null) {
      return List.of(functions.get(name).form());
    }
    return operators.forms().stream()
        .filter(form -> form.schema().name().base().equals(name))
        .filter(form -> overload == null || form.schema().name().overload().equals(overload))
        .filter(form -> Signature.of(form).outs().isEmpty())
        .toList();
  }

  private Optional<Match> match(Form form, List<Typed> arguments) {
    List<Parameter> parameters = FormulaTypes.parameters(form);
    if (arguments.size() > parameters.size()) {
      return Optional.empty();
    }
    List<String> fitted = new ArrayList<>();
    int cost = 0;
    for (int i = 0; i < parameters.size(); i++) {
      Parameter parameter = parameters.get(i);
      Optional<Typed.Fitted> fit =
          i < arguments.size() ? arguments.get(i).as(parameter.type().name()) : standard(parameter);
      if (fit.isEmpty()) {
        return Optional.empty();
      }
      fitted.add(fit.get().java());
      cost += fit.get().cost();
    }
    FormulaFunction function = functions.get(form.schema().name().base());
    boolean isFunction = function != null && function.form().equals(form);
    return Optional.of(
        new Match(form, isFunction ? function : null, String.join(", ", fitted), cost));
  }

  private static Optional<Typed.Fitted> standard(Parameter parameter) {
    return parameter.hasDefault()
        ? Optional.of(new Typed.Fitted(parameter.defaultValue(), 0))
        : Optional.empty();
  }

  private static Resolved resolved(Match match) {
    Field field = field(match);
    boolean isStatic = match.function() != null && !match.function().method().isInstance();
    String method = match.function() == null ? "call" : match.function().method().method();
    String owner = isStatic ? field.type() : field.read();
    String call = "%s.%s(%s)".formatted(owner, method, match.arguments());
    Typed value = new Typed(call, FormulaTypes.result(match.form()));
    return new Resolved(value, isStatic ? Optional.empty() : Optional.of(field));
  }

  private static Field field(Match match) {
    if (match.function() != null) {
      String type = match.function().method().simpleType();
      return new Field(type, Names.small(type), false);
    }
    return operatorField(match.form().schema().name());
  }

  /** Returns the field that holds an operator. */
  static Field operatorField(OperatorName name) {
    String type = Names.classOf(name);
    return new Field(type, Names.small(type), true);
  }

  private static String types(List<Typed> arguments) {
    return arguments.stream().map(Typed::type).collect(Collectors.joining(", "));
  }

  private static String listed(List<Form> forms) {
    return forms.stream()
        .map(form -> form.schema().toString())
        .collect(Collectors.joining("\n             "));
  }
}
