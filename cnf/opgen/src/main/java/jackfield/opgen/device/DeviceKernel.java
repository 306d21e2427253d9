package jackfield.opgen.device;

import jackfield.opgen.catalog.OperatorCatalog;
import jackfield.opgen.catalog.OperatorEntry;
import jackfield.opgen.catalog.OperatorEntry.Structure;
import jackfield.opgen.catalog.OperatorEntry.TypeRule;
import jackfield.opgen.catalog.OperatorEntry.TypeRule.Refusal;
import jackfield.opgen.catalog.OperatorEntry.TypeRule.Types;
import jackfield.opgen.input.InvalidField;
import jackfield.opgen.input.YamlEntry;
import jackfield.opgen.java.Names;
import jackfield.schema.SchemaArgument;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The kernels of one operator, or kernels that a backend registers by hand.
 *
 * @param name the kernels' name, to which that of a type is added
 * @param operator the operator; empty for kernels without one
 * @param inputs the number of tensors that are read; they are called a, b, c
 * @param numbers the arguments that are numbers
 * @param expressions what is computed, in C++, by category
 * @param hasBool whether bool is among the integers
 * @param result how the result's type follows from that of the inputs
 */
record DeviceKernel(
    String name,
    Optional<OperatorEntry> operator,
    int inputs,
    List<String> numbers,
    Map<Category, String> expressions,
    boolean hasBool,
    Result result) {
  /** The type of a result. */
  enum Result {
    /** That of the inputs. */
    SAME,
    /** Bool. */
    BOOL,
    /** That of a complex input's parts, or of a real input. */
    REAL,
    /** Complex, of which the inputs are the parts. */
    COMPLEX
  }

  private static final Set<String> FIELDS =
      Set.of(
          "operator",
          "kernel",
          "inputs",
          "numbers",
          "all",
          "integral",
          "floating",
          "complex",
          "gives",
          "refuses",
          "without");

  static DeviceKernel read(YamlEntry entry, OperatorCatalog operators) {
    entry.allowOnly(FIELDS);
    Optional<OperatorEntry> operator =
        entry.optionalText("operator").map(name -> find(entry, name, operators));
    Map<Category, String> expressions = expressions(entry);
    Optional<TypeRule> rule = operator.flatMap(DeviceKernel::typeRule);
    rule.ifPresent(types -> check(entry, types, expressions));
    List<String> refused = entry.texts("refuses");
    return new DeviceKernel(
        operator
            .map(each -> kernelName(each.main().schema().name().toString()))
            .orElseGet(() -> entry.text("kernel", "kernels without an operator need a name")),
        operator,
        operator.map(DeviceKernel::tensors).orElseGet(() -> inputs(entry)),
        operator.map(DeviceKernel::numbers).orElseGet(() -> entry.texts("numbers")),
        expressions,
        !refused.contains("bool")
            && rule.map(types -> !types.refusals().contains(Refusal.BOOL)).orElse(true),
        result(entry, rule));
  }

  private static Result result(YamlEntry entry, Optional<TypeRule> rule) {
    Result ruled =
        rule.filter(types -> types.types() == Types.COMPARE).isPresent()
            ? Result.BOOL
            : Result.SAME;
    return entry
        .optionalText("gives")
        .map(text -> entry.choice("gives", text, Result.class))
        .orElse(ruled);
  }

  /** Returns whether there is a kernel for a type among the categories with expressions. */
  boolean has(Category.Element element) {
    boolean isWide = element.stored().equals(element.computed()); // floats of 16 bits have no pairs
    return (hasBool || !element.isBool()) && (result != Result.COMPLEX || isWide);
  }

  private static int inputs(YamlEntry entry) {
    return Integer.parseInt(entry.text("inputs", "kernels without an operator need a number"));
  }

  private static String kernelName(String operator) {
    String own = operator.substring(operator.indexOf("::") + 2);
    return own.replaceFirst("^_+", "").replace('.', '_').toLowerCase(Locale.ROOT);
  }

  private static OperatorEntry find(YamlEntry entry, String name, OperatorCatalog operators) {
    return operators.entries().stream()
        .filter(each -> each.main().schema().name().toString().equals("aten::" + name))
        .filter(each ->
            each.structure().map(it -> it.kind() == Structure.Kind.ELEMENTWISE).orElse(false))
        .findFirst()
        .orElseThrow(() -> entry.invalid("operator", "an elementwise operator of the library"));
  }

  private static Optional<TypeRule> typeRule(OperatorEntry operator) {
    return operator
        .structure()
        .map(Structure::rule)
        .filter(TypeRule.class::isInstance)
        .map(TypeRule.class::cast);
  }

  private static Map<Category, String> expressions(YamlEntry entry) {
    Map<Category, String> found = new EnumMap<>(Category.class);
    for (Category category : Category.values()) {
      String field = category.name().toLowerCase(Locale.ROOT);
      entry
          .optionalText(field)
          .or(() -> entry.optionalText("all"))
          .ifPresent(expression -> found.put(category, expression));
    }
    for (String without : entry.texts("without")) {
      found.remove(entry.choice("without", without, Category.class));
    }
    return found;
  }

  /** Checks that there is an expression for each category that the operator accepts. */
  private static void check(YamlEntry entry, TypeRule rule, Map<Category, String> expressions) {
    Set<Category> accepted = EnumSet.allOf(Category.class);
    if (rule.types() == Types.FRACTIONAL || rule.refusals().contains(Refusal.INTEGRAL)) {
      accepted.remove(Category.INTEGRAL);
    }
    if (rule.refusals().contains(Refusal.FLOATING)) {
      accepted.remove(Category.FLOATING);
    }
    if (rule.refusals().contains(Refusal.COMPLEX)) {
      accepted.remove(Category.COMPLEX);
    }
    expressions.keySet().retainAll(accepted);
    for (String without : entry.texts("without")) {
      accepted.remove(entry.choice("without", without, Category.class));
    }
    if (!expressions.keySet().equals(accepted)) {
      throw missing(entry, accepted);
    }
  }

  private static InvalidField missing(YamlEntry entry, Set<Category> accepted) {
    return entry.invalid("operator", "an entry with expressions for " + accepted);
  }

  private static int tensors(OperatorEntry operator) {
    return (int)
        operator.main().schema().arguments().stream().filter(SchemaArgument::isDispatched).count();
  }

  private static List<String> numbers(OperatorEntry operator) {
    return operator.main().schema().arguments().stream()
        .filter(argument -> !argument.isDispatched())
        .map(argument -> Names.variable(argument.name()))
        .toList();
  }
}
