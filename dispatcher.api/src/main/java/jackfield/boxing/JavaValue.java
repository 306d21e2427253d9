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
 * How a Java type stands for a type of schemas, and how its values lie on a stack.
 *
 * <p>On the stack a value has one form whatever Java type it is taken as: {@code null} for none, an
 * array for a list of tensors, integers, floats or booleans, a {@link List} for any other list and
 * for a tuple, a {@link Map} for a dictionary.
 *
 * @param java the type as it is written
 * @param carrier the type under which adapters pass the value: one that this bundle knows, Object
 *     for those of other bundles
 * @param type the type in schemas
 * @param reader makes the Java value of the form on the stack
 * @param writer makes the form on the stack of the Java value
 */
record JavaValue(Type java, Class<?> carrier, SchemaType type, Reader reader, Writer writer) {
  private static final List<Class<?>> KEYS =
      List.of(String.class, Long.class, Double.class, Boolean.class);

  /** Makes the Java value of the form on the stack; the place is for errors. */
  @FunctionalInterface
  interface Reader {
    Object read(Object value, int place);
  }

  /** Makes the form on the stack of the Java value. */
  @FunctionalInterface
  interface Writer {
    Object write(Object value);
  }

  /**
   * Returns how values of {@code java} lie on a stack.
   *
   * @param lookup may use the records that stand for tuples
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
        (value, place) ->
            value == null ? Optional.empty() : Optional.of(element.reader().read(value, place)),
        value -> ((Optional<?>) value).map(element.writer()::write).orElse(null));
  }

  static JavaValue optionalLong(JavaValue element) {
    return new JavaValue(
        OptionalLong.class,
        OptionalLong.class,
        new SchemaType.OptionalOf(element.type()),
        (value, place) ->
            value == null
                ? OptionalLong.empty()
                : OptionalLong.of((Long) element.reader().read(value, place)),
        value ->
            ((OptionalLong) value).isPresent() ? (Long) ((OptionalLong) value).getAsLong() : null);
  }

  static JavaValue optionalDouble(JavaValue element) {
    return new JavaValue(
        OptionalDouble.class,
        OptionalDouble.class,
        new SchemaType.OptionalOf(element.type()),
        (value, place) ->
            value == null
                ? OptionalDouble.empty()
                : OptionalDouble.of((Double) element.reader().read(value, place)),
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
        (found, place) -> {
          if (!(found instanceof Map<?, ?> map)) {
            throw new ValueMismatch(place, type.toString(), found);
          }
          Map<Object, Object> read = new LinkedHashMap<>();
          map.forEach((k, v) -> read.put(key.reader.read(k, place), value.reader.read(v, place)));
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
      throw refused(java.getTypeName(), "is called '" + name + "', expected namespace.Name");
    }
    SchemaType type = new SchemaType.CustomClass(name.substring(0, dot), name.substring(dot + 1));
    Reader instance =
        (value, place) -> {
          if (!java.isInstance(value)) {
            throw new ValueMismatch(place, type.toString(), value);
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

  /** Takes the value from a place of a stack; called by adapters. */
  Object read(Stack stack, int place) {
    return reader.read(stack.value(place), place);
  }

  /** Pushes a value; called by adapters. */
  void push(Stack stack, Object value) {
    stack.pushValue(writer.write(value));
  }

  /** Returns whether such values take part in the choice of the kernel. */
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
