package jackfield.shell.call;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The arguments of a call as they were typed.
 *
 * @param operands the arguments without a name, in order
 * @param named the arguments {@code name=value}; of a repeated name the last
 * @param repeated the names that are given more than once
 */
record CallWords(List<Literal> operands, Map<String, Literal> named, Set<String> repeated) {
  private static final Pattern NAMED =
      Pattern.compile("([A-Za-z_][A-Za-z_0-9]*)=(.*)", Pattern.DOTALL);

  /**
   * Reads the words as Gogo passes them: a text in brackets is a list to it, and {@code dim=[1]} is
   * the word {@code dim=} and a list.
   */
  static CallWords of(Object... words) {
    List<Literal> operands = new ArrayList<>();
    Map<String, Literal> named = new LinkedHashMap<>();
    Set<String> repeated = new HashSet<>();
    Iterator<Object> rest = Arrays.asList(words).iterator();
    while (rest.hasNext()) {
      Object word = rest.next();
      Matcher name = NAMED.matcher(word instanceof CharSequence text ? text : "");
      if (!name.matches()) {
        operands.add(literal(word));
      } else if (named.put(name.group(1), value(name.group(2), rest)) != null) {
        repeated.add(name.group(1));
      }
    }
    return new CallWords(operands, named, repeated);
  }

  private static Literal value(String text, Iterator<Object> rest) {
    boolean isNext = text.isEmpty() && rest.hasNext();
    return isNext ? literal(rest.next()) : LiteralParser.parse(text);
  }

  private static Literal literal(Object word) {
    return switch (word) {
      case null -> new Literal.None();
      case CharSequence text -> LiteralParser.parse(text.toString());
      case List<?> list -> LiteralParser.parse(text(list));
      case Boolean truth -> new Literal.Truth(truth);
      case Double number when number.isInfinite() -> throw LiteralParser.outOfRange(number);
      case Number number -> LiteralParser.parse(number.toString());
      case Called called -> new Literal.Given(called.value());
      default -> new Literal.Given(word);
    };
  }

  private static String text(Object word) {
    return word instanceof List<?> list
        ? list.stream().map(CallWords::text).collect(Collectors.joining(" ", "[", "]"))
        : String.valueOf(word);
  }

  /** Returns the arguments as one line. */
  @Override
  public String toString() {
    List<String> words = new ArrayList<>(operands.stream().map(Literal::toString).toList());
    named.forEach((name, value) -> words.add(name + "=" + value));
    return String.join(" ", words);
  }
}
