package jackfield.schema;

import jackfield.schema.SchemaType.Basic;
import jackfield.schema.SchemaType.ListOf;
import jackfield.schema.SchemaType.OptionalOf;
import jackfield.schema.text.QuotedText;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * Prints schemas in canonical form, which parses to the same schema. The question mark comes last,
 * after the annotation, because the grammar does not accept the reverse order.
 */
final class SchemaText {
  private SchemaText() {}

  static String of(OperatorSchema schema) {
    return schema.name() + "(" + arguments(schema) + ") -> " + returns(schema);
  }

  static String of(SchemaArgument argument) {
    StringBuilder text = new StringBuilder(annotated(argument.type(), argument));
    if (!argument.name().isEmpty()) {
      text.append(' ').append(argument.name());
    }
    argument.defaultValue().ifPresent(value -> text.append('=').append(of(value, argument)));
    return text.toString();
  }

  private static String annotated(SchemaType type, SchemaArgument argument) {
    String size = argument.fixedSize().isPresent() ? "" + argument.fixedSize().getAsInt() : "";
    return annotated(type, argument.alias(), size);
  }

  /**
   * Returns the type with each annotation where the grammar accepts it; only the outer list has a
   * size.
   */
  private static String annotated(SchemaType type, Optional<AliasInfo> alias, String size) {
    String own = alias.filter(info -> !info.before().isEmpty()).map(AliasInfo::toString).orElse("");
    return switch (type) {
      case OptionalOf(SchemaType element) -> annotated(element, alias, size) + "?";
      case ListOf(SchemaType element) -> {
        Optional<AliasInfo> contained =
            alias.map(AliasInfo::contained).filter(list -> !list.isEmpty()).map(List::getFirst);
        yield annotated(element, contained, "") + "[" + size + "]" + own;
      }
      default -> type + own;
    };
  }

  private static String of(SchemaDefault value, SchemaArgument argument) {
    return switch (value) {
      // Quoted whatever the argument's type, since any type may have a text as its default.
      case SchemaDefault.Text(String text) -> QuotedText.quote(text);
      case SchemaDefault.Device(String name) -> QuotedText.quote(name);
      case SchemaDefault.Sequence(List<SchemaDefault> elements)
          when isRepeated(elements, argument) ->
          elements.getFirst().toString();
      default -> value.toString();
    };
  }

  /** Returns whether the default is written as one value that fills the list: int[2] stride=1. */
  private static boolean isRepeated(List<SchemaDefault> elements, SchemaArgument argument) {
    return argument.type().equals(new ListOf(Basic.INT))
        && elements.size() > 1
        && argument.fixedSize().equals(OptionalInt.of(elements.size()))
        && elements.stream().allMatch(elements.getFirst()::equals);
  }

  private static String arguments(OperatorSchema schema) {
    StringBuilder text = new StringBuilder();
    boolean hasStar = false;
    for (SchemaArgument argument : schema.arguments()) {
      text.append(text.isEmpty() ? "" : ", ");
      if (argument.isKeywordOnly() && !hasStar) {
        text.append("*, ");
        hasStar = true;
      }
      text.append(argument);
    }
    if (schema.isVararg()) {
      text.append(text.isEmpty() ? "..." : ", ...");
    }
    return text.toString();
  }

  private static String returns(OperatorSchema schema) {
    String text =
        schema.returns().stream().map(SchemaArgument::toString).collect(Collectors.joining(", "));
    if (schema.isVarret()) {
      return text.isEmpty() ? "..." : "(" + text + ", ...)";
    }
    // A single tuple needs its own parentheses, else its elements would parse as the returns.
    boolean isPlain = schema.returns().size() == 1 && !text.startsWith("(");
    return isPlain ? text : "(" + text + ")";
  }
}
