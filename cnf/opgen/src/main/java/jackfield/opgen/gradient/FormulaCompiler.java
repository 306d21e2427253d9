package jackfield.opgen.gradient;

import jackfield.opgen.catalog.Parameter;
import jackfield.opgen.catalog.Signature;
import jackfield.opgen.input.FaultyFormula;
import jackfield.opgen.java.Names;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checks the formulas of one operator and compiles them to Java. Only what a formula names is
 * saved: tensors themselves, or their properties.
 */
final class FormulaCompiler {
  private static final String WANTED = "wanted";

  private final DerivativeEntry entry;
  private final Callees callees;
  private final FormulaCalls calls;
  private final IncomingGradients gradients;
  private final Signature signature;
  private final FormulaVariables variables;
  private final Map<String, SavedValue> saved = new LinkedHashMap<>();
  private DerivativeEntry.Formula formula; // the formula that is being compiled
  private final Map<DerivativeEntry.Formula, Typed> shared = new HashMap<>();

  private FormulaCompiler(DerivativeEntry entry, Callees callees) {
    this.entry = entry;
    this.callees = callees;
    this.calls = new FormulaCalls(callees);
    this.gradients = new IncomingGradients(entry);
    this.signature = Signature.of(entry.operator().main());
    this.variables = new FormulaVariables(entry);
  }

  /**
   * Compiles an entry.
   *
   * @throws FaultyFormula if a formula names something that does not exist or has the wrong type
   */
  static Derivative compile(DerivativeEntry entry, Callees callees) {
    return new FormulaCompiler(entry, callees).compile();
  }

  private Derivative compile() {
    List<Derivative.InputFormula> formulas = new ArrayList<>();
    for (Parameter parameter : signature.parameters()) {
      String name = parameter.argument().name();
      if (entry.formula(name) != null) {
        formula = entry.formula(name);
        formulas.add(formula.isShared() ? compileShared(parameter) : compile(parameter));
      }
    }
    return new Derivative(entry, formulas, List.copyOf(saved.values()), calls.fields());
  }

  private Derivative.InputFormula compile(Parameter parameter) {
    Typed value = compile(formula.expression());
    String wanted = parameter.type().name();
    if (!value.type().equals(wanted)) {
      String input = parameter.argument().name();
      throw faulty("gives %s, expected %s as %s is".formatted(value.type(), wanted, input));
    }
    return new Derivative.InputFormula(parameter, wanted.equals("Tensor[]"), value.java(), null);
  }

  /** Compiles the gradient of one of the inputs whose gradients one call gives. */
  private Derivative.InputFormula compileShared(Parameter parameter) {
    Typed value = shared.get(formula);
    if (value == null) {
      value = compile(formula.expression());
      shared.put(formula, value);
    }
    int number = formula.inputs().indexOf(parameter.argument().name());
    return new Derivative.InputFormula(parameter, false, part(value, number), value);
  }

  private String part(Typed value, int number) {
    if (value.type().equals("Tensor[]")) {
      return "gradients[%d]".formatted(number);
    }
    Optional<List<Signature.Result>> results = callees.results(value.type());
    if (results.isEmpty() || results.get().size() != formula.inputs().size()) {
      throw faulty(
          "gives %s, expected %d gradients".formatted(value.type(), formula.inputs().size()));
    }
    return "gradients.%s()".formatted(results.get().get(number).name());
  }

  /** The mask of the wanted gradients: {@code wanted} in a formula of several. */
  private Typed mask() {
    String mask =
        formula.inputs().stream()
            .map(input -> "wanted.has(%d)".formatted(entry.inputs().indexOf(input)))
            .collect(Collectors.joining(", ", "new boolean[] {", "}"));
    return new Typed(mask, "boolean[]");
  }

  private FaultyFormula faulty(String problem) {
    return formula.faulty(problem);
  }

  private Typed compile(Expression expression) {
    return switch (expression) {
      case Expression.Name(String name) -> name(name);
      case Expression.Whole(long value) -> new Typed(Long.toString(value), "long");
      case Expression.Real(double value) -> new Typed(Double.toString(value), "double");
      case Expression.Truth(boolean value) -> new Typed(Boolean.toString(value), "boolean");
      case Expression.Not(Expression of) -> not(of);
      case Expression.Text(String value) -> new Typed("\"%s\"".formatted(value), "String");
      case Expression.None _ -> new Typed("null", "null");
      case Expression.Sequence(List<Expression> elements) -> sequence(elements);
      case Expression.Element(Expression of, int index) -> gradients.element(formula, of, index);
      case Expression.Property property -> property(property);
      case Expression.Call call -> call(call);
      case Expression.Arithmetic arithmetic -> arithmetic(arithmetic);
    };
  }

  private Typed not(Expression of) {
    Typed value = compile(of);
    if (!value.type().equals("boolean")) {
      throw faulty("negates a %s with !, expected a truth value".formatted(value.type()));
    }
    return new Typed("!" + value.java(), "boolean");
  }

  private Typed sequence(List<Expression> elements) {
    List<Typed> values = elements.stream().map(this::compile).toList();
    if (!values.stream().allMatch(value -> value.type().equals("long"))) {
      throw faulty("has a list of something else than whole numbers");
    }
    return new Typed(
        values.stream().map(Typed::java).collect(Collectors.joining(", ", "new long[] {", "}")),
        "long[]");
  }

  // ---- what is saved

  private Typed name(String name) {
    if (IncomingGradients.isGradient(name)) {
      return gradients.named(formula, name);
    }
    if (name.equals(WANTED) && formula.isShared()) {
      return mask();
    }
    return save(variable(name));
  }

  private Typed save(SavedValue value) {
    SavedValue present = saved.computeIfAbsent(value.variable(), _ -> value);
    present.users().addAll(formula.inputs());
    return new Typed(present.variable(), present.type());
  }

  /** Returns an input or result as a value to save. */
  private SavedValue variable(String name) {
    return variables
        .find(name)
        .orElseThrow(() -> {
          List<String> names =
              Stream.concat(IncomingGradients.NAMES.stream(), variables.names().stream()).toList();
          return faulty("names %s; available are %s".formatted(name, names));
        });
  }

  private static boolean isSaved(Expression of) {
    return of instanceof Expression.Name(String name) && !IncomingGradients.isGradient(name);
  }

  private Typed property(Expression.Property property) {
    if (!isSaved(property.of())) {
      return propertyOf(compile(property.of()), property.name());
    }
    String name = ((Expression.Name) property.of()).name();
    if (property.name().equals("dtype") && hasEdge(name)) {
      int input = entry.inputs().indexOf(name);
      return new Typed("TensorLists.dtype(node, %d)".formatted(input), "DType");
    }
    SavedValue of = variable(name);
    Typed value = propertyOf(new Typed(of.source(), of.type()), property.name());
    String variable = of.variable() + Names.capital(property.name());
    return save(new SavedValue(variable, value.type(), value.java(), of.input()));
  }

  /** Whether the formula runs only if the edge to this input exists, which knows its type. */
  private boolean hasEdge(String name) {
    return formula.inputs().equals(List.of(name))
        && signature.parameters().stream()
            .filter(parameter -> entry.formula(parameter.argument().name()) != null)
            .allMatch(parameter -> parameter.type().name().equals("Tensor"));
  }

  /** The size of one dimension, which may be counted from the end. */
  private Typed size(Expression of, Expression dim) {
    if (!isSaved(of)) {
      return new Typed(
          "TensorLists.size(%s, %s)".formatted(tensor(compile(of)), whole(compile(dim))), "long");
    }
    SavedValue sized = variable(((Expression.Name) of).name());
    String tensor = tensor(new Typed(sized.source(), sized.type()));
    String java = whole(dimension(dim));
    String suffix = Names.capital(java.replace("-", "Last"));
    String source = "TensorLists.size(%s, %s)".formatted(tensor, java);
    return save(new SavedValue(sized.variable() + "Size" + suffix, "long", source, sized.input()));
  }

  /** A dimension as it is known when the operator is recorded: a number, or an argument. */
  private Typed dimension(Expression dim) {
    return switch (dim) {
      case Expression.Whole(long value) -> new Typed(Long.toString(value), "long");
      case Expression.Arithmetic(char sign, Expression left, Expression.Whole(long value))
          when sign == '-' && left == null ->
          new Typed("-" + value, "long");
      case Expression.Name(String name) when !IncomingGradients.isGradient(name) -> {
        SavedValue argument = variable(name);
        yield new Typed(argument.source(), argument.type());
      }
      default -> throw faulty("asks for a size by something else than a number or an argument");
    };
  }

  private String tensor(Typed value) {
    if (!value.isTensor()) {
      throw faulty("asks a %s for a size; tensors have sizes".formatted(value.type()));
    }
    return value.java();
  }

  private String whole(Typed value) {
    if (!value.type().equals("long")) {
      throw faulty("asks for the size of a %s, expected an int".formatted(value.type()));
    }
    return value.java();
  }

  private Typed propertyOf(Typed of, String name) {
    Typed property = FormulaTypes.property(of, name);
    if (property == null) {
      throw faulty(
          "asks a %s for %s; available are %s"
              .formatted(of.type(), name, FormulaTypes.properties(of.type()).keySet()));
    }
    return property;
  }

  // ---- calls

  private Typed call(Expression.Call call) {
    boolean isOverload =
        call.receiver() instanceof Expression.Name(String name)
            && callees.hasOperator(name, call.function());
    if (isOverload) {
      String operator = ((Expression.Name) call.receiver()).name();
      return calls.resolve(formula, operator, call.function(), compileAll(call.arguments()));
    }
    if (call.receiver() != null && call.function().equals("size") && call.arguments().size() == 1) {
      return size(call.receiver(), call.arguments().getFirst());
    }
    if (call.receiver() != null && call.function().equals("numel") && call.arguments().isEmpty()) {
      return property(new Expression.Property(call.receiver(), "numel"));
    }
    List<Typed> arguments = new ArrayList<>();
    if (call.receiver() != null) {
      arguments.add(compile(call.receiver()));
    }
    arguments.addAll(compileAll(call.arguments()));
    return calls.resolve(formula, call.function(), null, arguments);
  }

  private List<Typed> compileAll(List<Expression> expressions) {
    return expressions.stream().map(this::compile).toList();
  }

  private Typed arithmetic(Expression.Arithmetic arithmetic) {
    Typed right = compile(arithmetic.right());
    return arithmetic.left() == null
        ? calls.negated(formula, right)
        : calls.arithmetic(formula, arithmetic.sign(), compile(arithmetic.left()), right);
  }
}
