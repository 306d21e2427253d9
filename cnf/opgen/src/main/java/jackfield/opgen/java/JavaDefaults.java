package jackfield.opgen.java;

import jackfield.opgen.input.Place;
import jackfield.opgen.input.UnsupportedType;
import jackfield.schema.SchemaArgument;
import jackfield.schema.SchemaDefault;
import jackfield.tensor.DType;
import jackfield.tensor.Layout;
import jackfield.tensor.MemoryFormat;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** The Java expressions of default values. */
public final class JavaDefaults {
  private JavaDefaults() {}

  /**
   * Returns the expression of an argument's default value.
   *
   * @throws UnsupportedType if there is no such expression
   */
  public static String of(SchemaArgument argument, Place place) {
    JavaType type = JavaTypes.of(argument, place);
    String found = expression(type.name(), argument);
    if (found == null) {
      throw new UnsupportedType(place, argument.toString(), argument.type().toString());
    }
    return found;
  }

  private static String expression(String type, SchemaArgument argument) {
    SchemaDefault value = argument.defaultValue().orElseThrow();
    return switch (value) {
      case SchemaDefault.None _ -> "null";
      case SchemaDefault.Bool(boolean truth) -> type.equals("Scalar") ? scalar(truth) : "" + truth;
      case SchemaDefault.Int(long number) -> integer(type, number, argument);
      case SchemaDefault.Real(double number) ->
          type.equals("Scalar") ? scalar(real(number)) : real(number);
      case SchemaDefault.Text(String text) -> quoted(text);
      case SchemaDefault.Device(String name) -> "Device.parse(" + quoted(name) + ")";
      case SchemaDefault.Sequence(List<SchemaDefault> elements) -> array(type, elements);
      case SchemaDefault.Complex(double re, double im) -> scalar(real(re) + ", " + real(im));
    };
  }

  private static String integer(String type, long number, SchemaArgument argument) {
    return switch (type) {
      case "long", "Long" -> number + (number == (int) number && type.equals("long") ? "" : "L");
      case "double", "Double" -> real((double) number);
      case "Scalar" ->
          number == 0 ? "Scalar.ZERO" : number == 1 ? "Scalar.ONE" : scalar(number + "L");
      case "DType" -> "DType." + DType.ofNumber(number).name();
      case "Layout" -> "Layout." + Layout.ofNumber(number).name();
      case "MemoryFormat" -> "MemoryFormat." + MemoryFormat.ofNumber(number).name();
      case "long[]" ->
          array(
              type,
              Collections.nCopies(argument.fixedSize().orElse(1), new SchemaDefault.Int(number)));
      default -> null;
    };
  }

  private static String array(String type, List<SchemaDefault> elements) {
    String element = type.substring(0, type.length() - 2);
    return elements.stream()
        .map(JavaDefaults::literal)
        .collect(Collectors.joining(", ", "new " + element + "[] {", "}"));
  }

  private static String literal(SchemaDefault element) {
    return switch (element) {
      case SchemaDefault.Int(long number) -> number == (int) number ? "" + number : number + "L";
      case SchemaDefault.Real(double number) -> real(number);
      case SchemaDefault.Bool(boolean truth) -> "" + truth;
      default -> element.toString();
    };
  }

  private static String real(double number) {
    return Double.toString(number);
  }

  private static String scalar(Object value) {
    return "Scalar.of(" + value + ")";
  }

  /** Returns {@code text} as a Java literal. */
  public static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }
}
