package jackfield.opgen.gradient;

import jackfield.opgen.input.FaultyFormula;
import jackfield.opgen.input.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a formula.
 *
 * <pre>
 * sum     = product { ("+" | "-") product }
 * product = factor { ("*" | "/") factor }
 * factor  = ( "-" | "!" ) factor | primary { "." name [ "(" list ")" ] | "[" number "]" }
 * primary = number | text | name [ "(" list ")" ] | "(" sum ")" | "[" list "]"
 * list    = [ sum { "," sum } ]
 * number  = digits [ "." digits ] [ "e" [ "-" ] digits ]
 * text    = letters in double quotes
 * </pre>
 */
final class ExpressionParser {
  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s*(?:(\\d+\\.\\d+(?:e-?\\d+)?|\\d+e-?\\d+)|(\\d+)|([A-Za-z_]\\w*)"
              + "|([-!+*/.,()\\[\\]])|\"(\\w*)\"|$|(.))");
  private static final int REAL = 1;
  private static final int WHOLE = 2;
  private static final int NAME = 3;
  private static final int SIGN = 4;
  private static final int TEXT = 5;
  private static final int END = 6;

  private final String text;
  private final Place place;
  private final Matcher matcher;
  private int kind;
  private String token;

  private ExpressionParser(String text, Place place) {
    this.text = text;
    this.place = place;
    this.matcher = TOKEN.matcher(text);
    advance();
  }

  /**
   * Parses {@code text}.
   *
   * @throws FaultyFormula if it is not a formula
   */
  static Expression parse(String text, Place place) {
    ExpressionParser parser = new ExpressionParser(text, place);
    Expression expression = parser.sum();
    if (parser.kind != END) {
      throw parser.unexpected("the end");
    }
    return expression;
  }

  private void advance() {
    if (!matcher.lookingAt()) {
      throw new IllegalStateException("every text has a next token: " + text);
    }
    kind = END;
    token = "";
    for (int group = REAL; group <= TEXT; group++) {
      if (matcher.group(group) != null) {
        kind = group;
        token = matcher.group(group);
      }
    }
    if (matcher.group(END) != null) {
      throw new FaultyFormula(place, text, "has a sign that no formula has: " + matcher.group(END));
    }
    matcher.region(matcher.end(), text.length());
  }

  private boolean isSign(String sign) {
    return kind == SIGN && token.equals(sign);
  }

  private boolean accept(String sign) {
    boolean found = isSign(sign);
    if (found) {
      advance();
    }
    return found;
  }

  private void expect(String sign) {
    if (!accept(sign)) {
      throw unexpected(sign);
    }
  }

  private FaultyFormula unexpected(String expected) {
    String found = kind == END ? "the end" : token;
    return new FaultyFormula(place, text, "expected " + expected + ", found " + found);
  }

  private Expression sum() {
    return operations("+", "-", this::product);
  }

  private Expression product() {
    return operations("*", "/", this::factor);
  }

  private Expression operations(String one, String other, Supplier<Expression> operand) {
    Expression left = operand.get();
    while (isSign(one) || isSign(other)) {
      char sign = token.charAt(0);
      advance();
      left = new Expression.Arithmetic(sign, left, operand.get());
    }
    return left;
  }

  private Expression factor() {
    if (accept("-")) {
      return new Expression.Arithmetic('-', null, factor());
    }
    if (accept("!")) {
      return new Expression.Not(factor());
    }
    Expression expression = primary();
    while (isSign(".") || isSign("[")) {
      expression = accept(".") ? member(expression) : element(expression);
    }
    return expression;
  }

  private Expression member(Expression of) {
    String name = name();
    return isSign("(")
        ? new Expression.Call(of, name, list("(", ")"))
        : new Expression.Property(of, name);
  }

  private Expression element(Expression of) {
    expect("[");
    String index = token;
    if (kind != WHOLE) {
      throw unexpected("a whole number");
    }
    advance();
    expect("]");
    return new Expression.Element(of, Integer.parseInt(index));
  }

  private String name() {
    String name = token;
    if (kind != NAME) {
      throw unexpected("a name");
    }
    advance();
    return name;
  }

  private Expression primary() {
    String read = token;
    switch (kind) {
      case REAL -> {
        advance();
        return new Expression.Real(Double.parseDouble(read));
      }
      case WHOLE -> {
        advance();
        return new Expression.Whole(Long.parseLong(read));
      }
      case TEXT -> {
        advance();
        return new Expression.Text(read);
      }
      case NAME -> {
        return word();
      }
      default -> {
        return bracket();
      }
    }
  }

  private Expression word() {
    String name = name();
    if (isSign("(")) {
      return new Expression.Call(null, name, list("(", ")"));
    }
    return switch (name) {
      case "true", "false" -> new Expression.Truth(name.equals("true"));
      case "none" -> new Expression.None();
      default -> new Expression.Name(name);
    };
  }

  private Expression bracket() {
    if (isSign("[")) {
      return new Expression.Sequence(list("[", "]"));
    }
    expect("(");
    Expression inner = sum();
    expect(")");
    return inner;
  }

  private List<Expression> list(String open, String close) {
    List<Expression> elements = new ArrayList<>();
    expect(open);
    if (accept(close)) {
      return elements;
    }
    do {
      elements.add(sum());
    } while (accept(","));
    expect(close);
    return elements;
  }
}
