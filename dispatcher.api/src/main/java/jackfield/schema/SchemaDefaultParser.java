package jackfield.schema;

import jackfield.schema.SchemaSyntax.Kind;
import jackfield.schema.SchemaType.Basic;
import jackfield.schema.SchemaType.ListOf;
import jackfield.schema.SchemaType.OptionalOf;
import jackfield.schema.text.ConstantNames;
import jackfield.schema.text.DeviceText;
import jackfield.schema.text.NumberText;
import jackfield.schema.text.QuotedText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Parses default values. A single constant is not checked against its type, as in PyTorch; the
 * elements of a list are.
 *
 * <pre>
 * default  = constant | "[" [ constant { "," constant } ] "]"
 * constant = "True" | "False" | "None" | quoted | word | [ "-" ] number [ ( "+" | "-" ) number ]
 * </pre>
 */
final class SchemaDefaultParser {
  // A longer list is a typing error; the longest in use has 4 elements.
  private static final int LONGEST_REPEATED = 1 << 16;
  private static final String CONSTANT = "a number, text, True, False, None or the name of a dtype";

  private static final Map<String, SchemaDefault> RESERVED =
      Map.of(
          "True", new SchemaDefault.Bool(true),
          "False", new SchemaDefault.Bool(false),
          "None", new SchemaDefault.None());

  private final SchemaLexer lexer;

  SchemaDefaultParser(SchemaLexer lexer) {
    this.lexer = lexer;
  }

  /** Parses the value after the equals sign of an argument of the fake type {@code type}. */
  SchemaDefault read(SchemaType type, OptionalInt size) {
    // A switch over types is linked when it first runs, which takes longer than most parsing.
    if (type instanceof Basic basic) {
      return read(basic);
    }
    if (type instanceof ListOf list) {
      return list(list.element(), size);
    }
    if (type instanceof OptionalOf) {
      return constant(type);
    }
    throw noDefault(type);
  }

  private SchemaDefault read(Basic type) {
    return switch (type) {
      case TENSOR, GENERATOR, QUANTIZER -> none();
      case INT, FLOAT, BOOL, COMPLEX, SCALAR, STR -> constant(type);
      case DEVICE -> device();
      default -> throw noDefault(type);
    };
  }

  private SchemaSyntax noDefault(SchemaType type) {
    return lexer.error(
        Kind.INVALID_DEFAULT,
        lexer.current(),
        "no default: an argument of type " + type + " cannot have one",
        "make the type optional and the default None");
  }

  private SchemaDefault none() {
    lexer.expect("None");
    return new SchemaDefault.None();
  }

  private SchemaDefault device() {
    SchemaToken token = lexer.expect(SchemaToken.Kind.QUOTED, "a quoted device");
    return DeviceText.parse(unquoted(token))
        .map(SchemaDefault.Device::new)
        .orElseThrow(
            () -> lexer.error(Kind.INVALID_DEFAULT, token, "a device such as cuda:0", "\"cpu\""));
  }

  private SchemaDefault constant(SchemaType type) {
    SchemaToken token = lexer.current();
    return switch (token.kind()) {
      case QUOTED -> new SchemaDefault.Text(unquoted(lexer.next()));
      case WORD -> word(lexer.next(), type);
      case RESERVED -> reserved(token);
      default -> number(type);
    };
  }

  private SchemaDefault reserved(SchemaToken token) {
    SchemaDefault value = RESERVED.get(token.text());
    if (value == null) {
      lexer.reject(CONSTANT);
    }
    lexer.next();
    return value;
  }

  /**
   * Parses a named constant as a number of its type, so that its printed text parses to the same
   * value.
   */
  private SchemaDefault word(SchemaToken token, SchemaType type) {
    Long code = ConstantNames.CODES.get(token.text());
    if (code == null) {
      throw lexer.error(Kind.INVALID_DEFAULT, token, CONSTANT, "quotes around it if it is a text");
    }
    if (type == Basic.FLOAT) {
      return new SchemaDefault.Real(code);
    }
    return type == Basic.COMPLEX ? new SchemaDefault.Complex(code, 0) : new SchemaDefault.Int(code);
  }

  private SchemaDefault number(SchemaType type) {
    String sign = lexer.accept("-") ? "-" : "";
    SchemaToken token = lexer.expect(SchemaToken.Kind.NUMBER, CONSTANT);
    String text = sign + token.text();
    boolean hasParts =
        (lexer.current().is("+") || lexer.current().is("-")) && lexer.following().isImaginary();
    try {
      return hasParts ? complex(text) : number(text, type);
    } catch (NumberFormatException _) {
      throw lexer.error(
          Kind.INVALID_DEFAULT, token, "a number of 64 bits", "a number nearer to zero or to one");
    }
  }

  /** Parses the imaginary part after the real one, as complex numbers are printed. */
  private SchemaDefault complex(String real) {
    String sign = lexer.next().is("-") ? "-" : "";
    String text = lexer.next().text();
    String imaginary = sign + text.substring(0, text.length() - 1);
    return new SchemaDefault.Complex(NumberText.decimal(real), NumberText.decimal(imaginary));
  }

  private static SchemaDefault number(String text, SchemaType type) {
    // The last character is taken as the j even if a complex number is written without one.
    if (type == Basic.COMPLEX || text.indexOf('j') >= 0) {
      double imaginary = NumberText.decimal(text.substring(0, text.length() - 1));
      return new SchemaDefault.Complex(0, imaginary);
    }
    if (type == Basic.FLOAT || text.indexOf('.') >= 0 || text.indexOf('e') >= 0) {
      return new SchemaDefault.Real(NumberText.decimal(text));
    }
    return new SchemaDefault.Int(NumberText.integer(text));
  }

  private SchemaDefault list(SchemaType element, OptionalInt size) {
    SchemaToken start = lexer.current();
    if (start.isWord()) {
      return none();
    }
    if (size.isPresent() && !start.is("[")) {
      SchemaDefault value = constant(element);
      int count = size.getAsInt();
      if (count > LONGEST_REPEATED) {
        throw lexer.error(Kind.INVALID_DEFAULT, start, "a shorter list", "a smaller fixed size");
      }
      return checked(Collections.nCopies(count, value), element, start);
    }
    return checked(elements(element), element, start);
  }

  private List<SchemaDefault> elements(SchemaType element) {
    List<SchemaDefault> elements = new ArrayList<>();
    lexer.expect("[");
    if (!lexer.current().is("]")) {
      do {
        elements.add(constant(element));
      } while (lexer.accept(","));
    }
    lexer.expect("]");
    return elements;
  }

  private SchemaDefault checked(List<SchemaDefault> elements, SchemaType type, SchemaToken start) {
    Optional<Class<? extends SchemaDefault>> kind =
        switch (type) {
          case Basic.INT -> Optional.of(SchemaDefault.Int.class);
          case Basic.FLOAT -> Optional.of(SchemaDefault.Real.class);
          case Basic.COMPLEX -> Optional.of(SchemaDefault.Complex.class);
          case Basic.BOOL -> Optional.of(SchemaDefault.Bool.class);
          default -> Optional.empty();
        };
    if (kind.isEmpty() || !elements.stream().allMatch(kind.get()::isInstance)) {
      String expected =
          kind.isEmpty()
              ? "a list of int, float, complex or bool for a list default"
              : "elements of type " + type;
      throw lexer.error(
          Kind.INVALID_DEFAULT, start, expected, "make the type optional and the default None");
    }
    return new SchemaDefault.Sequence(elements);
  }

  private String unquoted(SchemaToken token) {
    try {
      return QuotedText.unquote(token.text());
    } catch (IllegalArgumentException failure) {
      throw lexer.error(
          Kind.SYNTAX,
          token,
          "escapes \\\\ \\' \\\" \\a \\b \\f \\n \\v \\t or three octal digits up to \\377, not "
              + failure.getMessage(),
          "the character itself");
    }
  }
}
