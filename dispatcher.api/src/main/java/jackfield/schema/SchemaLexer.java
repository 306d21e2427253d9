package jackfield.schema;

import jackfield.schema.SchemaToken.Kind;
import jackfield.schema.text.QuotedText;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Splits a schema's text into tokens by TorchScript's rules: numbers are read before names, new
 * lines count only outside brackets, and reserved words are not names.
 */
final class SchemaLexer {
  private static final Pattern NUMBER =
      Pattern.compile(
          "(?:0[xX](?:\\p{XDigit}+\\.?\\p{XDigit}*|\\.\\p{XDigit}+)(?:[pP][+-]?[0-9]+)?"
              + "|(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?)j?");
  private static final Pattern FRESH_SET = Pattern.compile("\\$[0-9]+");
  private static final String SYMBOLS = "+-*/%@()[]:,={}><.?!&^|~";
  private static final Set<String> RESERVED_WORDS =
      Set.of(
          "Ellipsis",
          "False",
          "None",
          "NoneType",
          "True",
          "and",
          "as",
          "assert",
          "break",
          "class",
          "continue",
          "def",
          "del",
          "elif",
          "else",
          "for",
          "global",
          "if",
          "import",
          "in",
          "is",
          "not",
          "or",
          "pass",
          "raise",
          "return",
          "while",
          "with");
  private static final String TYPE_COMMENT = "# type:";

  private final String text;
  private final Deque<SchemaToken> ahead = new ArrayDeque<>();
  private int position;
  private int depth;

  SchemaLexer(String text) {
    this.text = text;
    this.position = skipBlank(0, true);
  }

  SchemaToken current() {
    if (ahead.isEmpty()) {
      ahead.add(read());
    }
    return ahead.peekFirst();
  }

  /** Returns the token after the current one. */
  SchemaToken following() {
    current();
    if (ahead.size() < 2) {
      ahead.add(read());
    }
    return ahead.peekLast();
  }

  SchemaToken next() {
    SchemaToken token = current();
    ahead.removeFirst();
    return token;
  }

  /** Consumes the current token if it is {@code symbol}. */
  boolean accept(String symbol) {
    boolean isThere = current().is(symbol);
    if (isThere) {
      next();
    }
    return isThere;
  }

  SchemaToken expect(String symbol) {
    return current().is(symbol) ? next() : reject(symbol);
  }

  SchemaToken expect(Kind kind, String described) {
    return current().kind() == kind ? next() : reject(described);
  }

  /** Throws the error for the current token. */
  SchemaToken reject(String expected) {
    SchemaToken token = current();
    String hint =
        token.kind() == Kind.RESERVED
            ? "a name that is not a reserved word"
            : "compare with namespace::base.overload(Tensor self, *, int count=1) ->" + " Tensor";
    throw error(SchemaSyntax.Kind.SYNTAX, token, expected, hint);
  }

  SchemaSyntax error(SchemaSyntax.Kind kind, SchemaToken token, String expected, String hint) {
    return new SchemaSyntax(kind, text, token, token.described(), expected, hint);
  }

  private SchemaToken read() {
    position = skipBlank(position, depth > 0);
    if (position == text.length()) {
      return new SchemaToken(Kind.END, "", position);
    }
    char first = text.charAt(position);
    if (first == '\n') {
      return readNewline();
    }
    if (first == '"' || first == '\'') {
      return token(Kind.QUOTED, quotedEnd());
    }
    return isWordStart(first) ? readWord() : readNumberOrSymbol(first);
  }

  // Words are read without a pattern: a start of the platform reads tens of thousands.
  private SchemaToken readWord() {
    int end = position + 1;
    while (end < text.length() && (isWordStart(text.charAt(end)) || isDigit(text.charAt(end)))) {
      end++;
    }
    boolean isReserved = RESERVED_WORDS.contains(text.substring(position, end));
    return token(isReserved ? Kind.RESERVED : Kind.WORD, end);
  }

  private static boolean isWordStart(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private SchemaToken readNumberOrSymbol(char first) {
    if (isDigit(first) || first == '.') {
      Matcher number = NUMBER.matcher(text).region(position, text.length());
      if (number.lookingAt()) {
        return token(Kind.NUMBER, number.end());
      }
    }
    if (first == '$') {
      Matcher fresh = FRESH_SET.matcher(text).region(position, text.length());
      if (fresh.lookingAt()) {
        return token(Kind.SYMBOL, fresh.end());
      }
    }
    return readSymbol(first);
  }

  private SchemaToken readSymbol(char first) {
    if (text.startsWith("...", position)) {
      return token(Kind.SYMBOL, position + 3);
    }
    if (text.startsWith("->", position)) {
      return token(Kind.SYMBOL, position + 2);
    }
    if (SYMBOLS.indexOf(first) < 0) {
      SchemaToken stray = new SchemaToken(Kind.SYMBOL, Character.toString(first), position);
      throw error(
          SchemaSyntax.Kind.SYNTAX, stray, "a name, number, text or symbol", "leave it out");
    }
    depth += "([{".indexOf(first) >= 0 ? 1 : ")]}".indexOf(first) >= 0 ? -1 : 0;
    return token(Kind.SYMBOL, position + 1);
  }

  /** Accepts a new line at the end of the text only. */
  private SchemaToken readNewline() {
    int start = position;
    position = skipBlank(position, true);
    boolean isEnd = position == text.length();
    return new SchemaToken(isEnd ? Kind.END : Kind.NEWLINE, "", isEnd ? position : start);
  }

  private SchemaToken token(Kind kind, int end) {
    SchemaToken token = new SchemaToken(kind, text.substring(position, end), position);
    position = end;
    return token;
  }

  private int quotedEnd() {
    int quotes = QuotedText.quoteLength(text, position);
    String closing = text.substring(position, position + quotes);
    int at = position + quotes;
    while (at < text.length() && !text.startsWith(closing, at)) {
      if (quotes == 1 && text.charAt(at) == '\n') {
        break;
      }
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    if (!text.startsWith(closing, at)) {
      SchemaToken open = new SchemaToken(Kind.QUOTED, closing, position);
      throw error(SchemaSyntax.Kind.SYNTAX, open, "a text that ends", "close it with " + closing);
    }
    return at + quotes;
  }

  private int skipBlank(int from, boolean skipsLines) {
    int at = from;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '#' && !text.startsWith(TYPE_COMMENT, at)) {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
      } else if (c == ' ' || c == '\t' || (c == '\n' && skipsLines)) {
        at++;
      } else if (text.startsWith("\\\n", at)) {
        at += 2;
      } else {
        break;
      }
    }
    return at;
  }
}
