package jackfield.shell.call;

import jackfield.shell.call.Literal.None;
import jackfield.shell.call.Literal.Numeral;
import jackfield.shell.call.Literal.Sequence;
import jackfield.shell.call.Literal.Truth;
import jackfield.shell.call.Literal.Word;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses a literal: a list in brackets, its elements separated by commas or blanks, or a word. */
final class LiteralParser {
  private static final Pattern NUMERAL =
      Pattern.compile(
          "([-+]?(?:inf|\\d+|\\d*\\.\\d+(?:[eE][-+]?\\d+)?"
              + "|\\d+\\.(?:[eE][-+]?\\d+)?|\\d+[eE][-+]?\\d+)|nan)([lL]?)");
  private static final Pattern INFINITY = Pattern.compile("[-+]?Infinity");
  private static final int DEEPEST =
      64; // tensors have fewer dimensions; deeper would fill the stack

  private final String text;
  private int at;

  private LiteralParser(String text) {
    this.text = text;
  }

  /**
   * Parses a whole text.
   *
   * @throws LiteralSyntax if a bracket is not closed, something follows the last one, or a number
   *     is beyond the range of float64
   */
  static Literal parse(String text) {
    LiteralParser parser = new LiteralParser(text);
    if (!text.startsWith("[")) {
      return parser.word(text, 0);
    }
    Literal literal = parser.sequence(1);
    if (parser.at < text.length()) {
      throw new LiteralSyntax(text, parser.at, "nothing after the last bracket");
    }
    return literal;
  }

  private Literal sequence(int depth) {
    if (depth > DEEPEST) {
      throw new LiteralSyntax(text, at, "at most " + DEEPEST + " brackets inside each other");
    }
    at++; // the bracket
    List<Literal> elements = new ArrayList<>();
    while (true) {
      skipBlanks();
      if (at == text.length()) {
        throw new LiteralSyntax(text, at, "]");
      }
      switch (text.charAt(at)) {
        case ']' -> {
          at++;
          return new Sequence(List.copyOf(elements));
        }
        case ',' -> comma(elements);
        case '[' -> elements.add(sequence(depth + 1));
        default -> elements.add(element());
      }
    }
  }

  private void comma(List<Literal> before) {
    int comma = at++;
    skipBlanks();
    boolean isAlone = before.isEmpty() || (at < text.length() && text.charAt(at) == ',');
    if (isAlone) {
      throw new LiteralSyntax(text, before.isEmpty() ? comma : at, "a value");
    }
  }

  private Literal element() {
    int start = at;
    while (at < text.length() && " ,[]".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    String word = text.substring(start, at);
    if (INFINITY.matcher(word).matches()) {
      throw outOfRange(start); // Gogo has read a number in a list, such as 1e999
    }
    return word(word, start);
  }

  /** Returns the error for a number that Gogo has read as a double. */
  static LiteralSyntax outOfRange(Number number) {
    return new LiteralParser(number.toString()).outOfRange(0);
  }

  private LiteralSyntax outOfRange(int start) {
    return new LiteralSyntax(
        text, start, "a number between -1.8e308 and 1.8e308, or inf, -inf or nan");
  }

  private void skipBlanks() {
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
  }

  private Literal word(String word, int start) {
    Matcher numeral = NUMERAL.matcher(word);
    if (numeral.matches()) {
      String digits = numeral.group(1);
      boolean isInteger = isInteger(digits);
      boolean isLong = !numeral.group(2).isEmpty();
      if (!digits.matches("[-+]?inf|nan") && Double.isInfinite(Double.parseDouble(digits))) {
        throw outOfRange(start);
      }
      return isLong && !isInteger ? new Word(word) : new Numeral(digits, isInteger, isLong);
    }
    return switch (word) {
      case "None" -> new None();
      case "True", "true" -> new Truth(true);
      case "False", "false" -> new Truth(false);
      default -> new Word(word);
    };
  }

  /** Returns whether these are the digits of a 64-bit integer; a larger one is a real number. */
  private static boolean isInteger(String digits) {
    return digits.matches("[-+]?\\d+") && new BigInteger(digits).bitLength() < Long.SIZE;
  }
}
