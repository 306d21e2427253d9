package jackfield.boxing;

import jackfield.kernel.ValueMismatch;
import jackfield.memory.Device;
import jackfield.memory.Storage;
import jackfield.schema.SchemaType;
import jackfield.schema.SchemaType.Basic;
import jackfield.schema.SymInt;
import jackfield.tensor.Complex;
import jackfield.tensor.DType;
import jackfield.tensor.Generator;
import jackfield.tensor.Layout;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.lang.reflect.Type;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The conversions of simple Java types, which have no components. */
final class PlainValues {
  private static final JavaValue INT = value(long.class, Basic.INT, PlainValues::integer);
  private static final JavaValue FLOAT = value(double.class, Basic.FLOAT, PlainValues::real);
  private static final JavaValue TENSOR =
      new JavaValue(
          Tensor.class,
          Tensor.class,
          Basic.TENSOR,
          (found, position) ->
              found == null ? null : required(PlainValues::tensor, found, position),
          given -> given);

  private static final Map<Type, JavaValue> ALL =
      Stream.of(
              TENSOR,
              INT,
              FLOAT,
              value(boolean.class, Basic.BOOL, PlainValues::truth),
              value(Long.class, Basic.INT, PlainValues::integer),
              value(Double.class, Basic.FLOAT, PlainValues::real),
              value(Boolean.class, Basic.BOOL, PlainValues::truth),
              value(String.class, Basic.STR, only(String.class)),
              value(Scalar.class, Basic.SCALAR, PlainValues::scalar),
              complex(),
              symbolic(),
              JavaValue.optionalLong(INT),
              JavaValue.optionalDouble(FLOAT),
              JavaLists.array(Tensor[].class, TENSOR),
              JavaLists.array(long[].class, INT),
              JavaLists.array(double[].class, FLOAT),
              JavaLists.array(
                  boolean[].class, value(boolean.class, Basic.BOOL, PlainValues::truth)),
              value(DType.class, Basic.SCALAR_TYPE, numbered(DType.class, DType::ofNumber)),
              value(Layout.class, Basic.LAYOUT, numbered(Layout.class, Layout::ofNumber)),
              value(
                  MemoryFormat.class,
                  Basic.MEMORY_FORMAT,
                  numbered(MemoryFormat.class, MemoryFormat::ofNumber)),
              value(Device.class, Basic.DEVICE, PlainValues::device),
              value(Generator.class, Basic.GENERATOR, only(Generator.class)),
              value(Storage.class, Basic.STORAGE, only(Storage.class)),
              new JavaValue(
                  Object.class,
                  Object.class,
                  Basic.ANY,
                  (found, position) -> found,
                  given -> given))
          .collect(Collectors.toUnmodifiableMap(JavaValue::java, each -> each));

  private PlainValues() {}

  /** Returns the conversion of {@code java}, or null if it is no simple type. */
  static JavaValue of(Type java) {
    return ALL.get(java);
  }

  /** Returns a conversion; {@code convert} returns null for a value of another type. */
  private static JavaValue value(Class<?> java, SchemaType type, Function<Object, Object> convert) {
    return new JavaValue(
        java,
        java,
        type,
        (found, position) -> {
          Object converted = found == null ? null : convert.apply(found);
          if (converted == null) {
            throw new ValueMismatch(position, type.toString(), found);
          }
          return converted;
        },
        given -> given);
  }

  private static Object required(Function<Object, Object> convert, Object found, int position) {
    Object converted = convert.apply(found);
    if (converted == null) {
      throw new ValueMismatch(position, Basic.TENSOR.toString(), found);
    }
    return converted;
  }

  private static JavaValue complex() {
    JavaValue plain = value(Complex.class, Basic.COMPLEX, PlainValues::complex);
    return new JavaValue(
        plain.java(),
        plain.carrier(),
        plain.type(),
        plain.reader(),
        given -> ((Complex) given).toScalar());
  }

  private static JavaValue symbolic() {
    JavaValue plain = value(SymInt.class, Basic.SYM_INT, PlainValues::size);
    return new JavaValue(
        plain.java(),
        plain.carrier(),
        plain.type(),
        plain.reader(),
        given -> ((SymInt) given).isSymbolic() ? given : (Object) ((SymInt) given).value());
  }

  private static Function<Object, Object> only(Class<?> type) {
    return found -> type.isInstance(found) ? found : null;
  }

  private static Function<Object, Object> numbered(Class<?> type, Function<Long, Object> ofNumber) {
    return found -> {
      Object given = type.isInstance(found) ? found : null;
      return found instanceof Long number ? ofNumber.apply(number) : given;
    };
  }

  private static Object tensor(Object found) {
    return found instanceof Tensor ? found : null;
  }

  private static Object integer(Object found) {
    return switch (found) {
      case Long integer -> integer;
      case Boolean truth -> truth ? 1L : 0L;
      case Scalar scalar -> scalar.toLong();
      default -> null;
    };
  }

  private static Object real(Object found) {
    return switch (found) {
      case Double number -> number;
      case Long integer -> (double) integer;
      case Boolean truth -> truth ? 1.0 : 0.0;
      case Scalar scalar -> scalar.toDouble();
      default -> null;
    };
  }

  private static Object truth(Object found) {
    return switch (found) {
      case Boolean truth -> truth;
      case Long integer -> integer != 0;
      default -> null;
    };
  }

  private static Object scalar(Object found) {
    return switch (found) {
      case Scalar scalar -> scalar;
      case Long integer -> Scalar.of(integer);
      case Double number -> Scalar.of(number);
      case Boolean truth -> Scalar.of(truth);
      case Complex complex -> complex.toScalar();
      default -> null;
    };
  }

  private static Object complex(Object found) {
    return switch (found) {
      case Complex complex -> complex;
      case Scalar scalar -> new Complex(scalar.toDouble(), scalar.imaginary());
      case Long integer -> new Complex(integer, 0);
      case Double number -> new Complex(number, 0);
      default -> null;
    };
  }

  private static Object size(Object found) {
    return switch (found) {
      case SymInt size -> size;
      case Long integer -> SymInt.of(integer);
      default -> null;
    };
  }

  private static Object device(Object found) {
    return switch (found) {
      case Device device -> device;
      case String name -> Device.parse(name);
      default -> null;
    };
  }
}
