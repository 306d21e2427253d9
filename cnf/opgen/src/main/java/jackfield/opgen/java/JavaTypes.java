package jackfield.opgen.java;

import jackfield.opgen.input.Place;
import jackfield.opgen.input.UnsupportedType;
import jackfield.schema.SchemaArgument;
import jackfield.schema.SchemaType;
import jackfield.schema.SchemaType.Basic;
import jackfield.schema.SchemaType.ListOf;
import jackfield.schema.SchemaType.OptionalOf;
import java.util.Optional;

/** Maps schema types to Java types; None is {@code null}. */
public final class JavaTypes {
  private JavaTypes() {}

  /**
   * Returns the Java type of an argument or return.
   *
   * @throws UnsupportedType if there is no Java type for it
   */
  public static JavaType of(SchemaArgument argument, Place place) {
    return find(argument.type())
        .orElseThrow(
            () -> new UnsupportedType(place, argument.toString(), argument.type().toString()));
  }

  private static Optional<JavaType> find(SchemaType type) {
    return switch (type) {
      case Basic basic -> basic(basic);
      case OptionalOf(Basic element) -> optional(element);
      case OptionalOf(ListOf list) -> find(list);
      case ListOf(OptionalOf(Basic element)) when element == Basic.TENSOR -> list(element);
      case ListOf(Basic element) -> list(element);
      default -> Optional.empty();
    };
  }

  private static Optional<JavaType> basic(Basic type) {
    return switch (type) {
      case INT, SYM_INT -> Optional.of(new JavaType("long", "longAt", "pushLong"));
      case FLOAT -> Optional.of(new JavaType("double", "doubleAt", "pushDouble"));
      case BOOL -> Optional.of(new JavaType("boolean", "booleanAt", "pushBoolean"));
      case TENSOR -> object("Tensor", "tensor");
      case SCALAR -> object("Scalar", "scalar");
      case SCALAR_TYPE -> object("DType", "dtype");
      case LAYOUT -> object("Layout", "layout");
      case DEVICE -> object("Device", "device");
      case MEMORY_FORMAT -> object("MemoryFormat", "memoryFormat");
      case GENERATOR -> object("Generator", "generator");
      case STR -> object("String", "string");
      default -> Optional.empty();
    };
  }

  private static Optional<JavaType> optional(Basic element) {
    return switch (element) {
      case INT, SYM_INT -> boxed("Long");
      case FLOAT -> boxed("Double");
      case BOOL -> boxed("Boolean");
      default -> basic(element);
    };
  }

  private static Optional<JavaType> list(Basic element) {
    return switch (element) {
      case TENSOR -> object("Tensor[]", "tensors");
      case SCALAR -> object("Scalar[]", "scalars");
      case INT, SYM_INT -> object("long[]", "longs");
      case FLOAT -> object("double[]", "doubles");
      case BOOL -> object("boolean[]", "booleans");
      default -> Optional.empty();
    };
  }

  private static Optional<JavaType> object(String name, String reader) {
    return Optional.of(new JavaType(name, reader, "push"));
  }

  private static Optional<JavaType> boxed(String name) {
    return Optional.of(new JavaType(name, "optional" + name, "pushOptional" + name));
  }
}
