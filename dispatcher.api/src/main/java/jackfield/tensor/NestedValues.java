package jackfield.tensor;

import jackfield.context.DispatchContext;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A number, or numbers in nested arrays and lists, on the way into a tensor. The constructor checks
 * sizes and types of all values, then {@link #tensor} copies them.
 */
final class NestedValues {
  private static final int MOST_DIMENSIONS = 64;

  private final String operator;
  private final Object values;
  private final List<Long> sizes = new ArrayList<>();
  private DType type; // null until a value was seen
  private Tensor target;
  private DType targetType;
  private long next; // the address of the next element
  private long end;

  NestedValues(String operator, Object values) {
    this.operator = operator;
    this.values = values;
    measure(values);
    check(values, 0);
  }

  /** Finds the sizes along the first item of each dimension. */
  private void measure(Object first) {
    Object inner = first;
    while (isNested(inner)) {
      if (sizes.size() == MOST_DIMENSIONS) {
        throw mismatch("values are nested more than %d deep".formatted(MOST_DIMENSIONS));
      }
      sizes.add((long) length(inner));
      if (length(inner) == 0 && inner.getClass().isArray()) {
        seen(ofClass(innermost(inner.getClass())));
      }
      if (length(inner) == 0 || isPrimitives(inner)) {
        return;
      }
      inner = item(inner, 0);
    }
  }

  private void check(Object part, int dim) {
    if (!isNested(part)) {
      if (dim != sizes.size()) {
        throw mismatch("values are ragged: a number where %s are".formatted(sizes.get(dim)));
      }
      seen(ofValue(part));
      return;
    }
    if (dim == sizes.size() || length(part) != sizes.get(dim)) {
      String expected = dim == sizes.size() ? "a number" : sizes.get(dim) + " values";
      throw mismatch("values are ragged: %d where %s".formatted(length(part), expected));
    }
    if (isPrimitives(part)) {
      if (dim + 1 != sizes.size()) {
        throw mismatch("values are ragged: numbers where lists are");
      }
      seen(ofClass(part.getClass().componentType()));
      return;
    }
    for (int i = 0; i < length(part); i++) {
      check(item(part, i), dim + 1);
    }
  }

  private void seen(DType found) {
    if (found != null) {
      type = type == null ? found : type.promote(found);
    }
  }

  private ShapeMismatch mismatch(String problem) {
    return new ShapeMismatch(operator, problem, sizeArray());
  }

  private long[] sizeArray() {
    return sizes.stream().mapToLong(Long::longValue).toArray();
  }

  // ---- what a value is

  private static boolean isNested(Object value) {
    return value instanceof List<?> || (value != null && value.getClass().isArray());
  }

  private static boolean isPrimitives(Object value) {
    return value.getClass().isArray() && value.getClass().componentType().isPrimitive();
  }

  private static int length(Object nested) {
    return nested instanceof List<?> list ? list.size() : Array.getLength(nested);
  }

  private static Object item(Object nested, int index) {
    return nested instanceof List<?> list ? list.get(index) : ((Object[]) nested)[index];
  }

  private static Class<?> innermost(Class<?> array) {
    Class<?> inner = array;
    while (inner.isArray()) {
      inner = inner.componentType();
    }
    return inner;
  }

  /** Returns the type of an array's primitives, null for objects. */
  private DType ofClass(Class<?> component) {
    if (!component.isPrimitive()) {
      return null;
    }
    return switch (component.getName()) {
      case "float" -> DType.FLOAT32;
      case "double" -> DType.FLOAT64;
      case "long" -> DType.INT64;
      case "int" -> DType.INT32;
      case "short" -> DType.INT16;
      case "byte" -> DType.INT8;
      case "boolean" -> DType.BOOL;
      default -> throw new TypeMismatch(operator, "expected numbers, found " + component);
    };
  }

  private DType ofValue(Object value) {
    return switch (value) {
      case Boolean _ -> DType.BOOL;
      case Byte _, Short _, Integer _, Long _ -> DType.INT64;
      case Float _, Double _ -> DType.FLOAT32;
      case Complex _ -> DType.COMPLEX64;
      case Scalar number -> ofValue(number);
      case null -> throw new TypeMismatch(operator, "expected numbers, found null");
      default ->
          throw new TypeMismatch(operator, "expected numbers, found " + value.getClass().getName());
    };
  }

  private static DType ofValue(Scalar number) {
    return switch (number.type().category()) {
      case FLOATING -> DType.FLOAT32;
      case COMPLEX -> DType.COMPLEX64;
      default -> number.type();
    };
  }

  // ---- copying

  /** Returns a tensor of {@code wanted}, or of the type of the values if that is null. */
  Tensor tensor(DType wanted) {
    DType own = type == null ? DType.FLOAT32 : type;
    targetType = wanted == null ? own : wanted;
    target = HostData.empty(targetType, sizeArray());
    DispatchContext context = DispatchContext.current();
    boolean outermost = context.enter(0);
    try {
      next = target.address();
      end = next + target.elementCount() * targetType.sizeBytes();
      put(values);
    } finally {
      if (outermost) {
        context.epoch = 0; // not a method call: the stack may be full
      }
    }
    return target;
  }

  private void put(Object part) {
    switch (part) {
      case List<?> list -> list.forEach(this::put);
      case Object[] array -> Arrays.asList(array).forEach(this::put);
      case Scalar number -> Elements.putScalar(targetType, nextAddress(), number);
      case Complex number ->
          Elements.putComplex(targetType, nextAddress(), number.real(), number.imaginary());
      case Boolean truth -> Elements.putLong(targetType, nextAddress(), truth ? 1 : 0);
      case Float number -> Elements.putDouble(targetType, nextAddress(), number);
      case Double number -> Elements.putDouble(targetType, nextAddress(), number);
      case Number number -> Elements.putLong(targetType, nextAddress(), number.longValue());
      default -> putPrimitives(part);
    }
  }

  private void putPrimitives(Object array) {
    switch (array) {
      case float[] numbers -> {
        for (float number : numbers) {
          Elements.putDouble(targetType, nextAddress(), number);
        }
      }
      case double[] numbers -> {
        for (double number : numbers) {
          Elements.putDouble(targetType, nextAddress(), number);
        }
      }
      case boolean[] truths -> {
        for (boolean truth : truths) {
          Elements.putLong(targetType, nextAddress(), truth ? 1 : 0);
        }
      }
      default -> putIntegers(array);
    }
  }

  private void putIntegers(Object array) {
    switch (array) {
      case long[] numbers -> {
        for (long number : numbers) {
          Elements.putLong(targetType, nextAddress(), number);
        }
      }
      case int[] numbers -> {
        for (int number : numbers) {
          Elements.putLong(targetType, nextAddress(), number);
        }
      }
      case short[] numbers -> {
        for (short number : numbers) {
          Elements.putLong(targetType, nextAddress(), number);
        }
      }
      default -> {
        for (byte number : (byte[]) array) {
          Elements.putLong(targetType, nextAddress(), number);
        }
      }
    }
  }

  /** Returns the address of the next element, which is inside even if a list has grown. */
  private long nextAddress() {
    if (next >= end) {
      throw mismatch("values were added while they were copied");
    }
    long at = next;
    next += targetType.sizeBytes();
    return at;
  }
}
