package jackfield.dispatch;

import jackfield.dispatch.SchemaType.Basic;
import jackfield.dispatch.SchemaType.ListOf;
import jackfield.dispatch.SchemaType.OptionalOf;
import jackfield.tensor.DType;
import jackfield.tensor.Device;
import jackfield.tensor.Generator;
import jackfield.tensor.Layout;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a Java type stands for a type of schemas, and how its values lie on a stack.
 *
 * @param type the type in schemas
 * @param reader takes a value from a place of a stack
 */
record JavaValue(SchemaType type, Reader reader) {
  private static final Map<Type, JavaValue> PLAIN =
      Map.ofEntries(
          Map.entry(Tensor.class, new JavaValue(Basic.TENSOR, Stack::tensor)),
          Map.entry(long.class, new JavaValue(Basic.INT, Stack::longAt)),
          Map.entry(Long.class, new JavaValue(Basic.INT, Stack::longAt)),
          Map.entry(double.class, new JavaValue(Basic.FLOAT, Stack::doubleAt)),
          Map.entry(Double.class, new JavaValue(Basic.FLOAT, Stack::doubleAt)),
          Map.entry(boolean.class, new JavaValue(Basic.BOOL, Stack::booleanAt)),
          Map.entry(Boolean.class, new JavaValue(Basic.BOOL, Stack::booleanAt)),
          Map.entry(String.class, new JavaValue(Basic.STR, Stack::string)),
          Map.entry(Scalar.class, new JavaValue(Basic.SCALAR, Stack::scalar)),
          Map.entry(long[].class, new JavaValue(new ListOf(Basic.INT), Stack::longs)),
          Map.entry(double[].class, new JavaValue(new ListOf(Basic.FLOAT), Stack::doubles)),
          Map.entry(boolean[].class, new JavaValue(new ListOf(Basic.BOOL), Stack::booleans)),
          Map.entry(DType.class, new JavaValue(Basic.SCALAR_TYPE, Stack::dtype)),
          Map.entry(Layout.class, new JavaValue(Basic.LAYOUT, Stack::layout)),
          Map.entry(MemoryFormat.class, new JavaValue(Basic.MEMORY_FORMAT, Stack::memoryFormat)),
          Map.entry(Device.class, new JavaValue(Basic.DEVICE, Stack::device)),
          Map.entry(Generator.class, new JavaValue(Basic.GENERATOR, Stack::generator)));

  /** Takes a value from a place of a stack. */
  @FunctionalInterface
  interface Reader {
    Object at(Stack stack, int place);
  }

  static JavaValue of(Type java) {
    JavaValue plain = PLAIN.get(java);
    if (plain != null) {
      return plain;
    }
    if (java instanceof ParameterizedType generic && generic.getRawType() == Optional.class) {
      return optional(of(generic.getActualTypeArguments()[0]));
    }
    if (java instanceof ParameterizedType generic && generic.getRawType() == List.class) {
      return list(generic, of(generic.getActualTypeArguments()[0]));
    }
    throw refused(java.getTypeName(), "has no counterpart in schemas");
  }

  private static JavaValue optional(JavaValue element) {
    return new JavaValue(
        new OptionalOf(element.type()),
        (stack, place) ->
            stack.isNone(place) ? Optional.empty() : Optional.of(element.read(stack, place)));
  }

  private static JavaValue list(ParameterizedType java, JavaValue element) {
    if (element.type().equals(Basic.TENSOR)) {
      return new JavaValue(
          new ListOf(element.type()), (stack, place) -> Arrays.asList(stack.tensors(place)));
    }
    if (element.type().equals(new OptionalOf(Basic.TENSOR))) {
      return new JavaValue(
          new ListOf(element.type()),
          (stack, place) -> Arrays.stream(stack.tensors(place)).map(Optional::ofNullable).toList());
    }
    throw refused(java.getTypeName(), "has no counterpart in schemas");
  }

  static RegistrationRefused refused(String subject, String problem) {
    return new RegistrationRefused(
        RegistrationRefused.Kind.SCHEMA_NOT_INFERABLE,
        subject,
        problem + "; expected a type that KernelFunction.method lists");
  }

  Object read(Stack stack, int place) {
    return reader.at(stack, place);
  }

  private static void push(Stack stack, Object value) {
    switch (value) {
      case Long number -> stack.pushLong(number);
      case Double number -> stack.pushDouble(number);
      case Boolean flag -> stack.pushBoolean(flag);
      case Optional<?> optional -> push(stack, optional.orElse(null));
      case null, default -> stack.push(value);
    }
  }

  /**
   * How a method's result lies on a stack: nothing, one value, or the components of a record.
   *
   * @param types the types in schemas
   * @param components read those of a record; empty unless it is one
   */
  record Results(List<SchemaType> types, List<MethodHandle> components) {
    static Results of(MethodHandles.Lookup lookup, Type java) throws IllegalAccessException {
      if (java == void.class) {
        return new Results(List.of(), List.of());
      }
      if (java instanceof Class<?> type && type.isRecord() && !PLAIN.containsKey(java)) {
        List<SchemaType> types = new ArrayList<>();
        List<MethodHandle> components = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
          types.add(JavaValue.of(component.getGenericType()).type());
          components.add(lookup.unreflect(component.getAccessor()));
        }
        return new Results(types, components);
      }
      return new Results(List.of(JavaValue.of(java).type()), List.of());
    }

    void push(Stack stack, Object result) {
      if (components.isEmpty()) {
        if (!types.isEmpty()) {
          JavaValue.push(stack, result);
        }
        return;
      }
      components.forEach(each -> JavaValue.push(stack, component(each, result)));
    }

    private static Object component(MethodHandle component, Object result) {
      return MethodKernel.invoke(component, List.of(result));
    }
  }
}
