package jackfield.boxing;

import jackfield.kernel.ValueMismatch;
import jackfield.memory.Device;
import jackfield.memory.Storage;
import jackfield.schema.SchemaType;
import jackfield.schema.SchemaType.Basic;
import jackfield.schema.SchemaType.CustomClass;
import jackfield.schema.SchemaType.DictOf;
import jackfield.schema.SchemaType.ListOf;
import jackfield.schema.SchemaType.OptionalOf;
import jackfield.schema.SchemaType.TupleOf;
import jackfield.schema.SchemaType.UnionOf;
import jackfield.schema.SymInt;
import jackfield.tensor.Complex;
import jackfield.tensor.DType;
import jackfield.tensor.Generator;
import jackfield.tensor.Layout;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Converts values that a user passes into their form on a stack, with type checks. */
public final class BoxedForm {
  private BoxedForm() {}

  /**
   * Returns {@code value} in the form of {@code type}. Null stands for a tensor that is not
   * defined.
   *
   * @param position the place among the arguments or results, for the message
   * @throws ValueMismatch if it does not have that type
   */
  public static Object of(SchemaType type, Object value, int position) {
    return switch (type) {
      case OptionalOf(SchemaType element) -> value == null ? null : of(element, value, position);
      case ListOf(SchemaType element) -> list(type, element, value, position);
      case DictOf(SchemaType key, SchemaType element) when value instanceof Map<?, ?> map -> {
        Map<Object, Object> boxed = new LinkedHashMap<>();
        map.forEach((k, v) -> boxed.put(of(key, k, position), of(element, v, position)));
        yield boxed;
      }
      case TupleOf(List<SchemaType> elements)
          when value instanceof List<?> list && list.size() == elements.size() -> {
        List<Object> boxed = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
          boxed.add(of(elements.get(i), list.get(i), position));
        }
        yield boxed;
      }
      case UnionOf(List<SchemaType> members) -> union(type, members, value, position);
      case CustomClass custom when isOf(custom, value) -> value;
      case Basic basic -> required(type, basic(basic, value), value, position);
      case SchemaType.Variable _ -> value;
      default -> throw new ValueMismatch(position, type.toString(), value);
    };
  }

  private static Object list(SchemaType type, SchemaType element, Object value, int position) {
    List<?> elements = JavaLists.elements(value);
    if (elements == null) {
      throw new ValueMismatch(position, type.toString(), value);
    }
    List<Object> boxed = new ArrayList<>();
    elements.forEach(each -> boxed.add(of(element, each, position)));
    return JavaLists.packed(element, boxed);
  }

  private static Object union(
      SchemaType type, List<SchemaType> members, Object value, int position) {
    for (SchemaType member : members) {
      try {
        return of(member, value, position);
      } catch (ValueMismatch _) {
        // try the next member
      }
    }
    throw new ValueMismatch(position, type.toString(), value);
  }

  private static boolean isOf(CustomClass custom, Object value) {
    jackfield.kernel.CustomClass declared =
        value == null ? null : value.getClass().getAnnotation(jackfield.kernel.CustomClass.class);
    return declared != null && declared.value().equals(custom.namespace() + "." + custom.name());
  }

  private static Object required(SchemaType type, Object boxed, Object value, int position) {
    boolean mayBeNone = type == Basic.ANY || type == Basic.NONE || type == Basic.TENSOR;
    if (boxed == null && !(value == null && mayBeNone)) {
      throw new ValueMismatch(position, type.toString(), value);
    }
    return boxed;
  }

  /** Returns the value in the form of {@code type}, null if it does not have that type. */
  private static Object basic(Basic type, Object value) {
    return switch (type) {
      case TENSOR -> only(Tensor.class, value);
      case INT -> integer(value);
      case SYM_INT -> value instanceof SymInt size ? symbolic(size) : integer(value);
      case FLOAT -> real(value);
      case BOOL, SYM_BOOL -> only(Boolean.class, value);
      case STR -> only(String.class, value);
      case SCALAR -> scalar(value);
      case COMPLEX -> value instanceof Complex number ? number.toScalar() : scalar(value);
      case ANY -> value;
      default -> named(type, value);
    };
  }

  private static Object named(Basic type, Object value) {
    return switch (type) {
      case SCALAR_TYPE -> numbered(DType.class, value);
      case LAYOUT -> numbered(Layout.class, value);
      case MEMORY_FORMAT -> numbered(MemoryFormat.class, value);
      case DEVICE -> value instanceof String name ? Device.parse(name) : only(Device.class, value);
      case GENERATOR -> only(Generator.class, value);
      case STORAGE -> only(Storage.class, value);
      case NONE -> null;
      default -> value; // streams, quantizers and the like are objects of a bundle
    };
  }

  private static Object only(Class<?> type, Object value) {
    return type.isInstance(value) ? value : null;
  }

  private static Object numbered(Class<?> type, Object value) {
    return value instanceof Long ? value : only(type, value);
  }

  private static Object integer(Object value) {
    return switch (value) {
      case Long integer -> integer;
      case Integer integer -> integer.longValue();
      case null, default -> null;
    };
  }

  private static Object symbolic(SymInt size) {
    return size.isSymbolic() ? size : (Object) size.value();
  }

  private static Object real(Object value) {
    return switch (value) {
      case Double number -> number;
      case Float number -> number.doubleValue();
      case Long integer -> integer.doubleValue();
      case Integer integer -> integer.doubleValue();
      case null, default -> null;
    };
  }

  private static Object scalar(Object value) {
    return switch (value) {
      case Scalar scalar -> scalar;
      case Long integer -> Scalar.of(integer);
      case Integer integer -> Scalar.of(integer.longValue());
      case Double number -> Scalar.of(number);
      case Float number -> Scalar.of(number.doubleValue());
      case Boolean truth -> Scalar.of(truth);
      case Complex complex -> complex.toScalar();
      case null, default -> null;
    };
  }
}
