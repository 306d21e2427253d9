package jackfield.opgen.java;

/**
 * The Java type of a schema type, and the stack methods for it.
 *
 * @param name the type
 * @param reader the method of the stack that reads it
 * @param pusher the method of the stack that pushes it
 */
public record JavaType(String name, String reader, String pusher) {
  /** Returns the expression that reads a value at index {@code place} of the stack. */
  public String read(String place) {
    return "stack." + reader + "(" + place + ")";
  }

  /** Returns whether the value is pushed as an object, so that its Java value may be null. */
  public boolean isObject() {
    return pusher.equals("push");
  }

  /** Returns the call, to be appended to the stack, that pushes {@code value}. */
  public String push(String value) {
    return "." + pusher + "(" + value + ")";
  }

  /** Returns the type as a part of a class name: {@code Longs} for {@code long[]}. */
  public String word() {
    String element = Names.capital(name.replace("[]", ""));
    return name.endsWith("[]") ? element + "s" : element;
  }
}
