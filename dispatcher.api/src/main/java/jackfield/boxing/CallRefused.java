package jackfield.boxing;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;
import jackfield.schema.OperatorSchema;

/** Reports that the arguments of a call by name do not match the operator's schema. */
public final class CallRefused extends JackfieldException {
  private static final long serialVersionUID = 1;

  /** The kind of mismatch. */
  public enum Kind {
    /** More positional arguments than the schema has. */
    TOO_MANY_ARGUMENTS("takes fewer arguments", "leave the last ones out"),
    /** An argument without default is missing. */
    MISSING_ARGUMENT("an argument is missing", "give it by position or by name"),
    /** A value has another type. */
    WRONG_TYPE("an argument has another type", "pass a value of the schema's type"),
    /** A keyword is not in the schema. */
    UNKNOWN_KEYWORD("there is no such argument", "use a name of the schema"),
    /** An argument was given by position and by name. */
    GIVEN_TWICE("an argument was given by position and by name", "give it once");

    private final String text;
    private final String remedy;

    Kind(String text, String remedy) {
      this.text = text;
      this.remedy = remedy;
    }
  }

  private final Kind kind;
  private final String operator;
  private final String argument;
  private final int position;
  private final String expected;
  private final String found;

  /**
   * Creates the error.
   *
   * @param argument the argument's name; empty if it has none
   * @param position its index among the positional arguments, −1 if it was not positional
   * @param expected what the schema expects; empty if no value was given
   */
  CallRefused(
      Kind kind,
      OperatorSchema schema,
      String argument,
      int position,
      String expected,
      String found) {
    super(
        new ErrorText(
                schema.name() + ": " + kind.text + (argument.isEmpty() ? "" : ": " + argument))
            .part("asked", expected + (position < 0 ? "" : " at position " + position))
            .part("found", found)
            .part("schema", schema.toString())
            .part("try", kind.remedy)
            .toString());
    this.kind = kind;
    this.operator = schema.name().toString();
    this.argument = argument;
    this.position = position;
    this.expected = expected;
    this.found = found;
  }

  /** Returns the kind of mismatch. */
  public Kind kind() {
    return kind;
  }

  /** Returns the called operator. */
  public String operator() {
    return operator;
  }

  /** Returns the argument's name; empty if it has none. */
  public String argument() {
    return argument;
  }

  /** Returns the argument's index among the positional ones, −1 if it was not positional. */
  public int position() {
    return position;
  }

  /** Returns what the schema expects; empty if no value was given. */
  public String expected() {
    return expected;
  }

  /** Returns the given value. */
  public String found() {
    return found;
  }
}
