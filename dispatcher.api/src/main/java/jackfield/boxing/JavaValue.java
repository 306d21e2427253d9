package jackfield.boxing;

import jackfield.kernel.CustomClass;
import jackfield.kernel.Operator;
import jackfield.kernel.Stack;
import jackfield.kernel.ValueMismatch;
import jackfield.schema.SchemaArgument;
import jackfield.schema.SchemaType;
import jackfield.tensor.Generator;
import jackfield.tensor.Tensor;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The conversion between a Java type and a type of schemas, whose values are on a stack.
 *
 * <p>A value has one form on the stack, whatever its Java type: {@code null} for none, an array for
 * a list of tensors, integers, floats or booleans, a {@link List} for any other list and for a
 * tuple, a {@link Map} for a dictionary.
 *
 * @param java the Java type as declared
 * @param carrier the type under which adapters pass the value: a type of this bundle or the JDK,
 *     Object for types of other bundles
 * @param type the type in schemas
 * @param reader converts the form on the stack to the Java value
 * @param writer converts the Java value to the form on the stack
 */
record JavaValue(Type java, Class<?> carrier, SchemaType type, Reader reader, Writer writer) {
  private static final List<Class<?>> KEYS =
      List.of(String.class, Long.class, Double.class, Boolean.class);

  /** Converts the form on the stack to the Java value; errors name the position. */
  @FunctionalInterface
  interface Reader {
    Object read(Object value, int position);
  }

  /** Converts the Java value to the form on the stack. */
  @FunctionalInterface
  interface Writer {
    Object write(Object value);
  }

  /**
   * Returns the conversion of {@code java}.
   *
   * @param lookup has access to the records that represent tuples
   * @throws RegistrationRefused if the type has no counterpart in schemas
   */
  static JavaValue of(MethodHandles.Lookup lookup, Type java) {
    JavaValue plain = PlainValues.of(java);
    if (plain != null) {
      return plain;
    }
    return switch (java) {
      case ParameterizedType generic -> generic(lookup, generic);
      case Class<?> type when type.isAnnotationPresent(CustomClass.class) -> custom(type);
      case Class<?> type when type.isRecord() -> JavaTuple.of(lookup, type).asValue();
      default -> throw unknown(java);
    };
  }

  private static JavaValue generic(MethodHandles.Lookup lookup, ParameterizedType java) {
    Type[] parts = java.getActualTypeArguments();
    if (java.getRawType() == Optional.class) {
      return optional(java, of(lookup, parts[0]));
    }
    if (java.getRawType() == List.class) {
      return JavaLists.of(java, of(lookup, parts[0]));
    }
    if (java.getRawType() == Map.class && KEYS.contains(parts[0])) {
      return dictionary(java, of(lookup, parts[0]), of(lookup, parts[1]));
    }
    throw unknown(java);
  }

  private static JavaValue optional(Type java, JavaValue element) {
    return new JavaValue(
        java,
        Optional.class,
        new SchemaType.OptionalOf(element.type()),
        (value, position) ->
            value == null ? Optional.empty() : Optional.of(element.reader().read(value, position)),
        value -> ((Optional<?>) value).map(element.writer()::write).orElse(null));
  }

  static JavaValue optionalLong(JavaValue element) {
    return new JavaValue(
        OptionalLong.class,
        OptionalLong.class,
        new SchemaType.OptionalOf(element.type()),
        (value, position) ->
            value == null
                ? OptionalLong.empty()
                : OptionalLong.of((Long) element.reader().read(value, position)),
        value ->
            ((OptionalLong) value).isPresent() ? (Long) ((OptionalLong) value).getAsLong() : null);
  }

  static JavaValue optionalDouble(JavaValue element) {
    return new JavaValue(
        OptionalDouble.class,
        OptionalDouble.class,
        new SchemaType.OptionalOf(element.type()),
        (value, position) ->
            value == null
                ? OptionalDouble.empty()
                : OptionalDouble.of((Double) element.reader().read(value, position)),
        value ->
            ((OptionalDouble) value).isPresent()
                ? (Double) ((OptionalDouble) value).getAsDouble()
                : null);
  }

  private static JavaValue dictionary(Type java, JavaValue key, JavaValue value) {
    SchemaType type = new SchemaType.DictOf(key.type(), value.type());
    return new JavaValue(
        java,
        Map.class,
        type,
        (found, position) -> {
          if (!(found instanceof Map<?, ?> map)) {
            throw new ValueMismatch(position, type.toString(), found);
          }
          Map<Object, Object> read = new LinkedHashMap<>();
          map.forEach(
              (k, v) -> read.put(key.reader.read(k, position), value.reader.read(v, position)));
          return Collections.unmodifiableMap(read);
        },
        given -> {
          Map<Object, Object> written = new LinkedHashMap<>();
          ((Map<?, ?>) given)
              .forEach((k, v) -> written.put(key.writer.write(k), value.writer.write(v)));
          return Collections.unmodifiableMap(written);
        });
  }

  private static JavaValue custom(Class<?> java) {
    String name = java.getAnnotation(CustomClass.class).value();
    int dot = name.lastIndexOf('.');
    if (dot <= 0 || dot == name.length() - 1) {
      throw refused(java.getTypeName(), "is named '" + name + "', expected namespace.Name");
    }
    SchemaType type = new SchemaType.CustomClass(name.substring(0, dot), name.substring(dot + 1));
    Reader instance =
        (value, position) -> {
          if (!java.isInstance(value)) {
            throw new ValueMismatch(position, type.toString(), value);
          }
          return value;
        };
    return new JavaValue(java, Object.class, type, instance, value -> value);
  }

  private static RegistrationRefused unknown(Type java) {
    return refused(java.getTypeName(), "has no counterpart in schemas");
  }

  static RegistrationRefused refused(String subject, String problem) {
    return new RegistrationRefused(
        RegistrationRefused.Kind.SCHEMA_NOT_INFERABLE,
        subject,
        problem + "; expected a type that JavaKernel.method lists");
  }

  /** Reads the value at a position of a stack; called by adapters. */
  Object read(Stack stack, int position) {
    return reader.read(stack.value(position), position);
  }

  /** Pushes a value; called by adapters. */
  void push(Stack stack, Object value) {
    stack.pushValue(writer.write(value));
  }

  /** Returns whether the keys of such values take part in dispatch. */
  boolean isDispatched() {
    return SchemaArgument.of("", type).isDispatched()
        || type == SchemaType.Basic.GENERATOR
        || type.equals(new SchemaType.OptionalOf(SchemaType.Basic.GENERATOR));
  }

  /** Returns the union of the raw key sets of the tensors in a value; called by adapters. */
  static long keysOf(Object value) {
    return switch (value) {
      case Tensor tensor -> tensor.keyBits();
      case Tensor[] tensors -> Operator.keysOf(tensors);
      case Generator generator -> generator.keyBits();
      case Optional<?> optional -> keysOf(optional.orElse(null));
      case List<?> list -> list.stream().mapToLong(JavaValue::keysOf).reduce(0, (a, b) -> a | b);
      case null, default -> 0;
    };
  }
}
