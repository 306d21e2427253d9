package jackfield.schema;

import jackfield.schema.text.NumberText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Parses operator schemas and names by recursive descent. A parser reads one text.
 *
 * <pre>
 * declaration = name [ "(" [ argument { "," argument } ] ")" "->" returns ]
 * name        = word [ "::" word ] [ "." word ]
 * argument    = "*" | "..." | sized-type word [ "=" default ]
 * returns     = "..." | return | "(" [ ( return | "..." ) { "," ( return | "..." ) } ] ")"
 * return      = sized-type [ word ]
 * sized-type  = type [ "[" number "]" [ alias ] [ "?" ] ]
 * </pre>
 */
final class SchemaParser {
  private static final String LAST = "... as the last element of its list";

  private final SchemaLexer lexer;
  private final SchemaTypeParser types;
  private final SchemaDefaultParser defaults;

  private SchemaParser(String text, SchemaDialect dialect) {
    lexer = new SchemaLexer(text);
    types = new SchemaTypeParser(lexer, dialect);
    defaults = new SchemaDefaultParser(lexer);
  }

  static OperatorDeclaration parse(String text, SchemaDialect dialect) {
    // PyTorch's schemas of these two namespaces are older than the option.
    boolean isBuiltIn = text.startsWith("aten::") || text.startsWith("prim::");
    boolean allowsVariables = dialect.allowsTypeVariables() || isBuiltIn;
    SchemaParser parser =
        new SchemaParser(text, new SchemaDialect(allowsVariables, dialect.knownClasses()));
    OperatorDeclaration declaration = parser.declaration();
    parser.lexer.expect(SchemaToken.Kind.END, "the end of the text");
    return declaration;
  }

  private OperatorDeclaration declaration() {
    OperatorName name = name();
    if (!lexer.current().is("(")) {
      return name;
    }
    SchemaToken start = lexer.current();
    List<SchemaArgument> arguments = new ArrayList<>();
    boolean isVararg = arguments(arguments);
    lexer.expect("->");
    List<SchemaArgument> returns = new ArrayList<>();
    boolean isVarret = returns(returns);
    requireTrailingDefaults(arguments, start);
    return new OperatorSchema(name, arguments, returns, isVararg, isVarret, Optional.empty());
  }

  private OperatorName name() {
    String name = word("an operator name");
    if (lexer.accept(":")) {
      lexer.expect(":");
      name += "::" + word("the name after ::");
    }
    if (!lexer.accept(".")) {
      return new OperatorName(name, "");
    }
    SchemaToken overload = lexer.expect(SchemaToken.Kind.WORD, "an overload name");
    if (overload.text().equals("default") || overload.text().startsWith("__")) {
      throw lexer.error(
          SchemaSyntax.Kind.ILLEGAL_OVERLOAD_NAME,
          overload,
          "a name other than default that does not start with __",
          "leave it out, or choose a name that describes the overload");
    }
    return new OperatorName(name, overload.text());
  }

  private boolean arguments(List<SchemaArgument> arguments) {
    boolean isKeywordOnly = false;
    boolean isVararg = false;
    lexer.expect("(");
    if (!lexer.current().is(")")) {
      do {
        requireNoDots(isVararg);
        if (lexer.accept("*")) {
          isKeywordOnly = true;
        } else if (lexer.accept("...")) {
          isVararg = true;
        } else {
          arguments.add(argument(isKeywordOnly));
        }
      } while (lexer.accept(","));
    }
    SchemaToken close = lexer.expect(")");
    if (isVararg && arguments.stream().anyMatch(a -> a.defaultValue().isPresent())) {
      throw lexer.error(
          SchemaSyntax.Kind.VARARG,
          close,
          "no default values beside ...",
          "leave out the dots or the defaults");
    }
    return isVararg;
  }

  private boolean returns(List<SchemaArgument> returns) {
    if (lexer.accept("...")) {
      return true;
    }
    if (!lexer.current().is("(")) {
      returns.add(returned());
      return false;
    }
    boolean isVarret = false;
    lexer.expect("(");
    if (!lexer.current().is(")")) {
      do {
        requireNoDots(isVarret);
        if (lexer.accept("...")) {
          isVarret = true;
        } else {
          returns.add(returned());
        }
      } while (lexer.accept(","));
    }
    lexer.expect(")");
    return isVarret;
  }

  private SchemaArgument argument(boolean isKeywordOnly) {
    SizedType type = sizedType();
    String name = word("an argument name");
    Optional<SchemaDefault> value =
        lexer.accept("=")
            ? Optional.of(defaults.read(type.type().fake(), type.size()))
            : Optional.empty();
    return new SchemaArgument(name, type.type(), type.size(), value, isKeywordOnly, type.alias());
  }

  private SchemaArgument returned() {
    SizedType type = sizedType();
    String name = lexer.current().isWord() ? lexer.next().text() : "";
    return new SchemaArgument(
        name, type.type(), type.size(), Optional.empty(), false, type.alias());
  }

  private record SizedType(SchemaType type, OptionalInt size, Optional<AliasInfo> alias) {}

  private SizedType sizedType() {
    SchemaTypeParser.Annotated element = types.read();
    if (!lexer.accept("[")) {
      return new SizedType(element.type(), OptionalInt.empty(), element.alias());
    }
    int size = size();
    lexer.expect("]");
    SchemaTypeParser.Annotated list = types.listOf(element);
    SchemaType type = lexer.accept("?") ? new SchemaType.OptionalOf(list.type()) : list.type();
    return new SizedType(type, OptionalInt.of(size), list.alias());
  }

  private int size() {
    SchemaToken number = lexer.expect(SchemaToken.Kind.NUMBER, "a list's size, or ]");
    try {
      return Math.toIntExact(NumberText.integer(number.text()));
    } catch (ArithmeticException | NumberFormatException _) {
      throw lexer.error(
          SchemaSyntax.Kind.SYNTAX, number, "a whole number that fits an int", "int[2]");
    }
  }

  private String word(String described) {
    return lexer.expect(SchemaToken.Kind.WORD, described).text();
  }

  private void requireNoDots(boolean hasDots) {
    if (hasDots) {
      throw lexer.error(
          SchemaSyntax.Kind.VARARG, lexer.current(), LAST, "move the rest before the dots");
    }
  }

  // Lists are exempt, because schemas older than defaults for list arguments must still parse.
  private void requireTrailingDefaults(List<SchemaArgument> arguments, SchemaToken start) {
    boolean hasDefault = false;
    for (SchemaArgument argument : arguments) {
      boolean isExempt = argument.isKeywordOnly() || argument.type() instanceof SchemaType.ListOf;
      if (hasDefault && argument.defaultValue().isEmpty() && !isExempt) {
        throw lexer.error(
            SchemaSyntax.Kind.DEFAULT_ORDER,
            start,
            "a default value for " + argument.name(),
            "give it one, or put it after *");
      }
      hasDefault |= argument.defaultValue().isPresent();
    }
  }
}
