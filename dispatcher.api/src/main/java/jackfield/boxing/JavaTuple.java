package jackfield.boxing;

import jackfield.kernel.ValueMismatch;
import jackfield.schema.SchemaType;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * A record that represents a tuple. As an argument or inside a list it is one value; as the result
 * of a kernel it is several.
 *
 * @param java the record
 * @param components the conversions of its components
 * @param accessors read a component each: {@code (Object) → its carrier}
 * @param constructor creates the record: {@code (carriers) → Object}
 */
record JavaTuple(
    Class<?> java,
    List<JavaValue> components,
    List<MethodHandle> accessors,
    MethodHandle constructor) {

  static JavaTuple of(MethodHandles.Lookup lookup, Class<?> java) {
    RecordComponent[] parts = java.getRecordComponents();
    List<JavaValue> components = new ArrayList<>();
    List<MethodHandle> accessors = new ArrayList<>();
    try {
      for (RecordComponent part : parts) {
        JavaValue value = JavaValue.of(lookup, part.getGenericType());
        components.add(value);
        accessors.add(
            lookup
                .unreflect(part.getAccessor())
                .asType(MethodType.methodType(value.carrier(), Object.class)));
      }
      MethodHandle constructor = lookup.findConstructor(java, constructorType(parts));
      Class<?>[] carriers = components.stream().map(JavaValue::carrier).toArray(Class[]::new);
      MethodType erased = MethodType.methodType(Object.class, carriers);
      return new JavaTuple(java, components, accessors, constructor.asType(erased));
    } catch (ReflectiveOperationException hidden) {
      throw JavaValue.refused(java.getTypeName(), "is not accessible: " + hidden.getMessage());
    }
  }

  private static MethodType constructorType(RecordComponent[] parts) {
    return MethodType.methodType(
        void.class, Arrays.stream(parts).map(RecordComponent::getType).toArray(Class[]::new));
  }

  List<SchemaType> types() {
    return components.stream().map(JavaValue::type).toList();
  }

  /** Returns the conversion of the record as one value: a list of its components. */
  JavaValue asValue() {
    SchemaType type = new SchemaType.TupleOf(types());
    return new JavaValue(
        java,
        Object.class,
        type,
        (found, position) -> {
          if (!(found instanceof List<?> list) || list.size() != components.size()) {
            throw new ValueMismatch(position, type.toString(), found);
          }
          return made(list, position);
        },
        this::written);
  }

  private Object made(List<?> list, int position) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      values.add(components.get(i).reader().read(list.get(i), position));
    }
    return MethodKernel.invoke(constructor, values);
  }

  private Object written(Object tuple) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < components.size(); i++) {
      Object component = MethodKernel.invoke(accessors.get(i), List.of(tuple));
      values.add(components.get(i).writer().write(component));
    }
    return Collections.unmodifiableList(values); // may contain null
  }
}
