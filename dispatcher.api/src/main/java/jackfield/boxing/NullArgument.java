package jackfield.boxing;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;

/**
 * Reports null for an argument, or for an element of one, whose type in the schema has no question
 * mark.
 */
public final class NullArgument extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final transient OperatorName operator;
  private final String argument;
  private final int position;
  private final int element;
  private final String expected;

  /**
   * Creates the error.
   *
   * @param position the argument's position in the schema, from 1
   * @param element the index of the null element in a list, or -1 if the argument is null
   * @param failure what the call failed with, or null
   */
  NullArgument(OperatorSchema schema, int position, int element, Throwable failure) {
    super(text(schema, position, element), failure);
    this.operator = schema.name();
    this.argument = name(schema, position);
    this.position = position;
    this.element = element;
    this.expected = type(schema, position);
  }

  private static String text(OperatorSchema schema, int position, int element) {
    String which = element < 0 ? "" : "element " + element + " of ";
    String named = which + "argument " + position + ", " + name(schema, position) + ",";
    return new ErrorText(schema.name() + ": " + named + " is null")
        .part("asked", type(schema, position) + " " + name(schema, position))
        .part("found", element < 0 ? "null" : "null at index " + element)
        .part("available", schema.toString())
        .part("try", "pass a value; only types that the schema writes with ? accept null")
        .toString();
  }

  private static String name(OperatorSchema schema, int position) {
    return schema.arguments().get(position - 1).name();
  }

  private static String type(OperatorSchema schema, int position) {
    return schema.arguments().get(position - 1).type().toString();
  }

  /** Returns the operator's name. */
  public OperatorName operator() {
    return operator;
  }

  /** Returns the name of the argument in the schema. */
  public String argument() {
    return argument;
  }

  /** Returns the position of the argument in the schema, from 1. */
  public int position() {
    return position;
  }

  /** Returns the index of the null element in a list, or -1 if the argument itself is null. */
  public int element() {
    return element;
  }

  /** Returns the type that was expected, as the schema writes it. */
  public String expected() {
    return expected;
  }
}
