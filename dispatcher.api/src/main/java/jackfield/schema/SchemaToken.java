package jackfield.schema;

/**
 * A token of a schema's text.
 *
 * @param kind its kind
 * @param text its characters in the text
 * @param offset the offset of the first one, from 0
 */
record SchemaToken(Kind kind, String text, int offset) {
  enum Kind {
    WORD,
    RESERVED,
    NUMBER,
    QUOTED,
    SYMBOL,
    NEWLINE,
    END
  }

  boolean isWord() {
    return kind == Kind.WORD;
  }

  /** Returns whether this is the symbol or reserved word {@code expected}. */
  boolean is(String expected) {
    return (kind == Kind.SYMBOL || kind == Kind.RESERVED) && text.equals(expected);
  }

  /** Returns whether this is a number with the mark of an imaginary part. */
  boolean isImaginary() {
    return kind == Kind.NUMBER && text.endsWith("j");
  }

  /** Returns whether this is the name of the set for an annotation {@code !}. */
  boolean isFreshSet() {
    return kind == Kind.SYMBOL && text.startsWith("$");
  }

  String described() {
    return switch (kind) {
      case NEWLINE -> "a new line";
      case END -> "the end of the text";
      default -> text;
    };
  }
}
