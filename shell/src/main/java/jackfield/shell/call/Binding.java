package jackfield.shell.call;

import jackfield.schema.OperatorSchema;
import jackfield.schema.SchemaArgument;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The arguments of a call, fitted to one schema.
 *
 * @param schema the schema
 * @param values the values in the order of the schema, as far as they fit
 * @param cost how far the literals are from the types; smaller is better
 * @param misfit the first argument that does not fit
 */
record Binding(OperatorSchema schema, List<Object> values, int cost, Optional<Misfit> misfit) {
  private static final int LEFT_OUT = 1; // the overload that needs fewer defaults is nearer

  /**
   * An argument that does not fit.
   *
   * @param argument its name, or its text if the schema has no place for it
   * @param problem what is wrong
   */
  record Misfit(String argument, String problem) {}

  /**
   * Fits the words to a schema. As in Python, the operands are the first arguments, whatever is
   * given by name.
   */
  static Binding of(OperatorSchema schema, CallWords words) {
    List<Object> values = new ArrayList<>();
    Set<String> used = new HashSet<>();
    int cost = 0;
    int next = 0;
    for (SchemaArgument argument : schema.arguments()) {
      Literal typed = words.named().get(argument.name());
      boolean isNamed = typed != null;
      if (isNamed) {
        used.add(argument.name());
      }
      if (words.repeated().contains(argument.name())) {
        return misfit(schema, values, cost, argument, "is given twice by name");
      }
      if (!argument.isKeywordOnly() && next < words.operands().size()) {
        typed = words.operands().get(next++);
        if (isNamed) {
          return misfit(schema, values, cost, argument, "is given by place and by name");
        }
      } else if (!isNamed) {
        cost += LEFT_OUT;
      }
      Optional<Literal> literal =
          Optional.ofNullable(typed)
              .or(() -> argument.defaultValue().map(LiteralConversion::literal));
      Optional<LiteralConversion> conversion =
          literal.flatMap(given -> LiteralConversion.of(given, argument));
      if (conversion.isEmpty()) {
        return misfit(schema, values, cost, argument, problem(argument, literal));
      }
      values.add(conversion.get().value());
      cost += conversion.get().cost();
    }
    return new Binding(schema, values, cost, surplus(words, next, used));
  }

  private static Binding misfit(
      OperatorSchema schema,
      List<Object> values,
      int cost,
      SchemaArgument argument,
      String problem) {
    return new Binding(schema, values, cost, Optional.of(new Misfit(argument.name(), problem)));
  }

  private static String problem(SchemaArgument argument, Optional<Literal> literal) {
    return literal
        .map(given -> "takes %s, not %s".formatted(argument.type(), given))
        .orElse("is missing: " + argument);
  }

  private static Optional<Misfit> surplus(CallWords words, int next, Set<String> used) {
    if (next < words.operands().size()) {
      String text = words.operands().get(next).toString();
      return Optional.of(new Misfit(text, "is one too many"));
    }
    return words.named().keySet().stream()
        .filter(name -> !used.contains(name))
        .findFirst()
        .map(name -> new Misfit(name, "is unknown"));
  }
}
