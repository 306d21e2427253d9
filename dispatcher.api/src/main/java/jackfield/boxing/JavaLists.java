package jackfield.boxing;

import jackfield.kernel.ValueMismatch;
import jackfield.schema.SchemaType;
import jackfield.schema.SchemaType.Basic;
import jackfield.schema.SchemaType.ListOf;
import jackfield.schema.SchemaType.OptionalOf;
import jackfield.tensor.Tensor;
import java.lang.reflect.Array;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Converts lists: the most frequent types are arrays on a stack, all others are lists. */
final class JavaLists {
  private JavaLists() {}

  /** Returns the conversion of a {@code List} of {@code element}. */
  static JavaValue of(Type java, JavaValue element) {
    SchemaType type = new ListOf(element.type());
    return new JavaValue(
        java,
        List.class,
        type,
        (found, position) -> read(type, element, found, position),
        given -> {
          List<Object> written = new ArrayList<>();
          ((List<?>) given).forEach(each -> written.add(element.writer().write(each)));
          return packed(element.type(), written);
        });
  }

  /** Returns the conversion of an array of {@code element}; a single integer counts as a list. */
  static JavaValue array(Class<?> java, JavaValue element) {
    SchemaType type = new ListOf(element.type());
    return new JavaValue(
        java,
        java,
        type,
        (found, position) -> {
          if (java.isInstance(found)) {
            return found;
          }
          Object list =
              found instanceof Long alone && java == long[].class ? List.of(alone) : found;
          List<?> elements = read(type, element, list, position);
          Object array = Array.newInstance(java.getComponentType(), elements.size());
          for (int i = 0; i < elements.size(); i++) {
            Array.set(array, i, elements.get(i));
          }
          return array;
        },
        given -> given);
  }

  private static List<?> read(SchemaType type, JavaValue element, Object found, int position) {
    List<?> elements = elements(found);
    if (elements == null) {
      throw new ValueMismatch(position, type.toString(), found);
    }
    List<Object> read = new ArrayList<>();
    elements.forEach(each -> read.add(element.reader().read(each, position)));
    return Collections.unmodifiableList(read); // may hold null for an undefined tensor
  }

  /** Returns the elements of a list in any form, or null if {@code found} is no list. */
  static List<?> elements(Object found) {
    return switch (found) {
      case List<?> list -> list;
      case Tensor[] tensors -> Arrays.asList(tensors);
      case long[] integers -> Arrays.stream(integers).boxed().toList();
      case double[] numbers -> Arrays.stream(numbers).boxed().toList();
      case boolean[] truths -> boxed(truths);
      case null, default -> null;
    };
  }

  private static List<Boolean> boxed(boolean[] truths) {
    List<Boolean> boxed = new ArrayList<>();
    for (boolean truth : truths) {
      boxed.add(truth);
    }
    return boxed;
  }

  /** Returns the form on the stack of a list whose {@code element}s are already in their form. */
  static Object packed(SchemaType element, List<?> values) {
    return switch (element) {
      case Basic.TENSOR -> values.toArray(Tensor[]::new);
      case OptionalOf(SchemaType inner) when inner == Basic.TENSOR -> values.toArray(Tensor[]::new);
      case Basic.INT -> integers(values);
      case Basic.SYM_INT ->
          values.stream().allMatch(Long.class::isInstance) ? integers(values) : values;
      case Basic.FLOAT -> values.stream().mapToDouble(each -> (Double) each).toArray();
      case Basic.BOOL -> truths(values);
      default -> Collections.unmodifiableList(values);
    };
  }

  private static long[] integers(List<?> values) {
    return values.stream().mapToLong(each -> (Long) each).toArray();
  }

  private static boolean[] truths(List<?> values) {
    boolean[] truths = new boolean[values.size()];
    for (int i = 0; i < truths.length; i++) {
      truths[i] = (Boolean) values.get(i);
    }
    return truths;
  }
}
