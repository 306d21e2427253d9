package jackfield.schema;

/**
 * A piece of a schema's text.
 *
 * @param kind what sort of piece
 * @param text the characters as they stand in the text
 * @param offset where they start, from 0
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

  /** Returns whether this is the name of a set that an annotation {@code !} stands for. */
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
