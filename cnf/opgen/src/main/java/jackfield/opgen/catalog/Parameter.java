package jackfield.opgen.catalog;

import jackfield.opgen.input.Place;
import jackfield.opgen.java.JavaDefaults;
import jackfield.opgen.java.JavaType;
import jackfield.opgen.java.JavaTypes;
import jackfield.opgen.java.Names;
import jackfield.schema.SchemaArgument;
import jackfield.schema.SchemaType;
import jackfield.schema.SchemaType.Basic;

/**
 * An argument of a typed operator.
 *
 * @param argument the argument of the schema
 * @param type its Java type
 * @param name its Java name
 * @param place the file and line of the schema
 */
public record Parameter(SchemaArgument argument, JavaType type, String name, Place place) {
  public static Parameter of(SchemaArgument argument, Place place) {
    return new Parameter(
        argument, JavaTypes.of(argument, place), Names.variable(argument.name()), place);
  }

  /** Returns the parameter as a method declares it. */
  public String declaration() {
    return type.name() + " " + name;
  }

  /** Returns the expression that reads the argument at index {@code place} of the stack. */
  public String read(String place) {
    boolean mayBeNull = argument.type() instanceof SchemaType.OptionalOf;
    if (mayBeNull || !type.isObject()) {
      return type.read(place);
    }
    return argument.type().equals(new SchemaType.ListOf(Basic.TENSOR))
        ? "stack.requiredTensors(" + place + ")"
        : type.read("stack.required(%s, \"%s\")".formatted(place, plainType()));
  }

  /** Returns the schema type; a symbolic size has the Java type of an integer. */
  private String plainType() {
    return argument.type().toString().replace("SymInt", "int");
  }

  /** Returns the type as a part of a signature's name; an optional one begins with Opt. */
  String word() {
    if (argument.type() instanceof SchemaType.OptionalOf) {
      return "Opt" + type.word();
    }
    boolean mayHoldNull =
        argument.type().equals(new SchemaType.ListOf(new SchemaType.OptionalOf(Basic.TENSOR)));
    return mayHoldNull ? "TensorsOrNulls" : type.word();
  }

  /** Returns this parameter with another Java name. */
  Parameter named(String other) {
    return new Parameter(argument, type, other, place);
  }

  /**
   * Returns the expression for the raw key set that a tensor, tensors or a generator add to the
   * dispatch.
   */
  public String keys() {
    return argument.type() == Basic.TENSOR ? name + ".keyBits()" : "keysOf(" + name + ")";
  }

  /** Returns whether it holds a tensor or tensors. */
  public boolean isTensor() {
    return argument.isDispatched();
  }

  /** Returns whether its type is {@code wanted} or an optional {@code wanted}. */
  public boolean isOptionally(Basic wanted) {
    SchemaType own = argument.type();
    return own == wanted || own.equals(new SchemaType.OptionalOf(wanted));
  }

  public boolean hasDefault() {
    return argument.defaultValue().isPresent();
  }

  /** Returns the expression of the default value. */
  public String defaultValue() {
    return JavaDefaults.of(argument, place);
  }
}
