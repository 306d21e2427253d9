package jackfield.schema.text;

/** Writes and reads the quoted texts of schemas. */
public final class QuotedText {
  private static final String ESCAPES = "\\'\"abfnvt";
  private static final String ESCAPED = "\\'\"\u0007\b\f\n\u000b\t";

  private QuotedText() {}

  /** Returns {@code value} in double quotes, with escapes where they are needed. */
  public static String quote(String value) {
    StringBuilder text = new StringBuilder("\"");
    value.chars().forEach(c -> append(text, (char) c));
    return text.append('"').toString();
  }

  /** Returns the text inside {@code literal}, which has one or three quotes on each side. */
  public static String unquote(String literal) {
    int quotes = quoteLength(literal, 0);
    String inner = literal.substring(quotes, literal.length() - quotes);
    StringBuilder value = new StringBuilder(inner.length());
    int at = 0;
    while (at < inner.length()) {
      char c = inner.charAt(at);
      if (c == '\\') {
        at += appendEscaped(value, inner, at);
      } else {
        value.append(c);
        at++;
      }
    }
    return value.toString();
  }

  /** Returns the number of quotes, one or three, at {@code at}. */
  public static int quoteLength(String text, int at) {
    String quote = text.substring(at, at + 1);
    return text.startsWith(quote.repeat(3), at) ? 3 : 1;
  }

  private static void append(StringBuilder text, char c) {
    int escape = ESCAPED.indexOf(c);
    if (escape >= 0) {
      text.append('\\').append(ESCAPES.charAt(escape));
    } else if (c < ' ' || (c > '~' && c <= 0xff)) {
      text.append("\\%03o".formatted((int) c));
    } else {
      text.append(c);
    }
  }

  private static int appendEscaped(StringBuilder value, String inner, int at) {
    char c = inner.charAt(at + 1);
    int escape = ESCAPES.indexOf(c);
    if (escape >= 0 || c == '\n') {
      value.append(escape < 0 ? c : ESCAPED.charAt(escape));
      return 2;
    }
    String digits = inner.substring(at + 1, Math.min(at + 4, inner.length()));
    if (!digits.matches("[0-3][0-7]{2}")) {
      throw new IllegalArgumentException("\\" + c);
    }
    value.append((char) Integer.parseInt(digits, 8));
    return 4;
  }
}
