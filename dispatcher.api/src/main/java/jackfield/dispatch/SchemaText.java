package jackfield.dispatch;

import jackfield.dispatch.SchemaType.Basic;
import jackfield.dispatch.SchemaType.ListOf;
import jackfield.dispatch.SchemaType.OptionalOf;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Prints schemas in canonical form. The question mark comes last and the annotation before it,
 * because the grammar does not read it the other way round.
 */
final class SchemaText {
  private SchemaText() {}

  static String of(OperatorSchema schema) {
    return schema.name() + "(" + arguments(schema) + ") -> " + returns(schema);
  }

  static String of(SchemaArgument argument) {
    SchemaType type = argument.type();
    SchemaType inner = type instanceof OptionalOf(SchemaType element) ? element : type;
    StringBuilder text = new StringBuilder(typeText(inner, argument));
    argument.alias().filter(alias -> !alias.before().isEmpty()).ifPresent(text::append);
    if (type instanceof OptionalOf) {
      text.append('?');
    }
    if (!argument.name().isEmpty()) {
      text.append(' ').append(argument.name());
    }
    argument.defaultValue().ifPresent(value -> text.append('=').append(of(value, type, inner)));
    return text.toString();
  }

  private static String typeText(SchemaType type, SchemaArgument argument) {
    if (!(type instanceof ListOf(SchemaType element))) {
      return type.toString();
    }
    String contained =
        argument.alias().map(AliasInfo::contained).filter(list -> !list.isEmpty()).stream()
            .map(list -> list.getFirst().toString())
            .collect(Collectors.joining());
    String size = argument.fixedSize().isPresent() ? "" + argument.fixedSize().getAsInt() : "";
    return element + contained + "[" + size + "]";
  }

  private static String of(SchemaDefault value, SchemaType type, SchemaType inner) {
    if (inner == Basic.STR && value instanceof SchemaDefault.Text(String text)) {
      return QuotedText.quote(text);
    }
    // The one value that fills the list is how such defaults are written: int[2] stride=1.
    if (type.equals(new ListOf(Basic.INT))
        && value instanceof SchemaDefault.Sequence(List<SchemaDefault> elements)
        && elements.size() > 1
        && elements.stream().allMatch(elements.getFirst()::equals)) {
      return elements.getFirst().toString();
    }
    return value.toString();
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
    // A single tuple needs parentheses of its own, else its parts would read as the returns.
    boolean isPlain = schema.returns().size() == 1 && !text.startsWith("(");
    return isPlain ? text : "(" + text + ")";
  }
}
