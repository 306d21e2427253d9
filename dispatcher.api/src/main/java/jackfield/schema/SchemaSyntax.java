package jackfield.schema;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;

/**
 * Reports that a text is not an operator schema or name. The message marks the error in the text.
 */
public final class SchemaSyntax extends JackfieldException {
  private static final long serialVersionUID = 1;

  /** The kinds of syntax errors. */
  public enum Kind {
    /** A token does not match the grammar. */
    SYNTAX("the schema cannot be read"),
    /** A word is not the name of a type. */
    UNKNOWN_TYPE("unknown type"),
    /** A value cannot be the default of its argument. */
    INVALID_DEFAULT("invalid default value"),
    /** A positional argument without default follows one with a default. */
    DEFAULT_ORDER("an argument without default follows one with a default"),
    /** Dots are not last, or occur together with default values. */
    VARARG("misplaced ..."),
    /** A union or optional has one member only. */
    UNION_OF_ONE("a union needs two distinct types"),
    /** The overload's name is reserved. */
    ILLEGAL_OVERLOAD_NAME("reserved overload name"),
    /** A schema was expected and the text is only a name. */
    SCHEMA_EXPECTED("a name, not a schema"),
    /** A name was expected and the text is a schema. */
    OPERATOR_NAME_EXPECTED("a schema, not a name");

    private final String summary;

    Kind(String summary) {
      this.summary = summary;
    }
  }

  private final Kind kind;
  private final String text;
  private final int line;
  private final int column;
  private final String found;
  private final String expected;

  /**
   * Creates the error.
   *
   * @param token the position in the text and the characters to mark
   * @param hint what to try
   */
  SchemaSyntax(
      Kind kind, String text, SchemaToken token, String found, String expected, String hint) {
    super(message(kind, text, token, found, expected, hint));
    this.kind = kind;
    this.text = text;
    this.line = lineOf(text, token.offset());
    this.column = columnOf(text, token.offset());
    this.found = found;
    this.expected = expected;
  }

  static SchemaSyntax nameExpected(String text) {
    int at = Math.max(text.indexOf('('), 0);
    return new SchemaSyntax(
        Kind.OPERATOR_NAME_EXPECTED,
        text,
        new SchemaToken(SchemaToken.Kind.SYMBOL, "(", at),
        "an argument list",
        "namespace::base or namespace::base.overload",
        "leave out what follows the name");
  }

  static SchemaSyntax schemaExpected(String text, OperatorName name) {
    return new SchemaSyntax(
        Kind.SCHEMA_EXPECTED,
        text,
        new SchemaToken(SchemaToken.Kind.END, "", text.length()),
        "the end of the text",
        "an argument list",
        name + "(Tensor self) -> Tensor");
  }

  /** Returns the kind of error. */
  public Kind kind() {
    return kind;
  }

  /** Returns the parsed text. */
  public String text() {
    return text;
  }

  /** Returns the line of the error, from 1. */
  public int line() {
    return line;
  }

  /** Returns the column of the error, from 1. */
  public int column() {
    return column;
  }

  /** Returns the text found there. */
  public String found() {
    return found;
  }

  /** Returns what was expected there. */
  public String expected() {
    return expected;
  }

  private static String message(
      Kind kind, String text, SchemaToken token, String found, String expected, String hint) {
    int column = columnOf(text, token.offset());
    int start = token.offset() - column + 1;
    int end = text.indexOf('\n', start);
    String shown = text.substring(start, end < 0 ? text.length() : end);
    int width = Math.clamp(token.text().length(), 1, Math.max(1, shown.length() - column + 1));
    String where = " at line %d, column %d".formatted(lineOf(text, token.offset()), column);
    String marked = "\n  " + shown + "\n  " + " ".repeat(column - 1) + "^".repeat(width);
    return new ErrorText(kind.summary + where + marked)
        .part("found", found)
        .part("expected", expected)
        .part("try", hint)
        .toString();
  }

  private static int lineOf(String text, int offset) {
    return 1 + (int) text.substring(0, offset).chars().filter(c -> c == '\n').count();
  }

  private static int columnOf(String text, int offset) {
    return offset - text.lastIndexOf('\n', offset - 1);
  }
}
