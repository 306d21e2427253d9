package jackfield.opgen;

/**
 * The Java type of a schema type and how the boxed stack holds it.
 *
 * @param name the type
 * @param reader the method of the stack that reads it
 * @param pusher the method of the stack that pushes it
 */
public record JavaType(String name, String reader, String pusher) {
  /** Returns the expression that reads a value at {@code place} of the stack. */
  public String read(String place) {
    return "stack." + reader + "(" + place + ")";
  }

  /** Returns whether a value of the type can be null that stands for no optional one. */
  boolean isObject() {
    return pusher.equals("push");
  }

  /** Returns the call, to be appended to the stack, that pushes {@code value}. */
  public String push(String value) {
    return "." + pusher + "(" + value + ")";
  }
}
