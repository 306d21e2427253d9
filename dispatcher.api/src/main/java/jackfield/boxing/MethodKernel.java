package jackfield.boxing;

import jackfield.kernel.CustomClass;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKeySet;
import jackfield.schema.KernelSignature;
import jackfield.schema.SchemaType;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A Java method as a kernel.
 *
 * @param direct the method: {@code (long keys, carriers of the parameters) → carrier of the result}
 * @param parameters the parameters without a leading key set
 * @param results the results
 */
record MethodKernel(MethodHandle direct, List<JavaValue> parameters, Results results) {
  private static final MethodHandle KEY_SET = find("keySet", DispatchKeySet.class, long.class);
  private static final MethodHandle UNCHECKED =
      find("unchecked", RuntimeException.class, Exception.class);

  static MethodKernel of(MethodHandles.Lookup lookup, Object target, Method method) {
    try {
      MethodHandle handle = lookup.unreflect(method).asFixedArity();
      MethodHandle bound = target == null ? handle : handle.bindTo(target);
      boolean isChecked =
          Arrays.stream(method.getExceptionTypes()).anyMatch(MethodKernel::isChecked);
      return of(
          lookup,
          isChecked ? withoutChecked(bound) : bound,
          Arrays.asList(method.getGenericParameterTypes()),
          method.getGenericReturnType());
    } catch (IllegalAccessException hidden) {
      throw JavaValue.refused(method.toString(), "is not accessible: " + hidden.getMessage());
    }
  }

  static MethodKernel of(
      MethodHandles.Lookup lookup, MethodHandle handle, List<Type> types, Type returned) {
    boolean takesKeys = !types.isEmpty() && types.getFirst() == DispatchKeySet.class;
    List<JavaValue> parameters =
        types.stream().skip(takesKeys ? 1 : 0).map(type -> JavaValue.of(lookup, type)).toList();
    Results results = Results.of(lookup, returned);
    MethodHandle keyed =
        takesKeys
            ? MethodHandles.filterArguments(handle, 0, KEY_SET)
            : MethodHandles.dropArguments(handle, 0, long.class);
    return new MethodKernel(keyed.asType(type(parameters, results)), parameters, results);
  }

  /** Returns {@code (long keys, carriers of the parameters) → carrier of the result}. */
  static MethodType type(List<JavaValue> parameters, Results results) {
    List<Class<?>> carriers = new ArrayList<>();
    carriers.add(long.class);
    parameters.forEach(parameter -> carriers.add(parameter.carrier()));
    return MethodType.methodType(results.carrier(), carriers);
  }

  KernelSignature signature() {
    return new KernelSignature(parameters.stream().map(JavaValue::type).toList(), results.types());
  }

  /** Returns whether these are the same Java types, so that calls need no conversion. */
  boolean takesAndReturns(List<JavaValue> wanted, Results returned) {
    return types(parameters).equals(types(wanted)) && results.java().equals(returned.java());
  }

  private static List<Type> types(List<JavaValue> values) {
    return values.stream().map(JavaValue::java).toList();
  }

  // ---- exceptions

  private static boolean isChecked(Class<?> thrown) {
    return !RuntimeException.class.isAssignableFrom(thrown)
        && !Error.class.isAssignableFrom(thrown);
  }

  /** Returns a handle that wraps checked exceptions, which no caller of an operator expects. */
  private static MethodHandle withoutChecked(MethodHandle handle) {
    MethodHandle rethrow =
        MethodHandles.filterArguments(
            MethodHandles.throwException(handle.type().returnType(), RuntimeException.class),
            0,
            UNCHECKED);
    return MethodHandles.catchException(handle, Exception.class, rethrow);
  }

  static RuntimeException unchecked(Exception thrown) {
    return thrown instanceof RuntimeException unchecked
        ? unchecked
        : new IllegalStateException("a kernel threw a checked exception", thrown);
  }

  static DispatchKeySet keySet(long bits) {
    return new DispatchKeySet(bits);
  }

  private static MethodHandle find(String name, Class<?> returned, Class<?> parameter) {
    try {
      return MethodHandles.lookup()
          .findStatic(MethodKernel.class, name, MethodType.methodType(returned, parameter));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  static Object invoke(MethodHandle method, List<?> arguments) {
    try {
      return method.invokeWithArguments(arguments);
    } catch (RuntimeException | Error unchecked) {
      throw unchecked;
    } catch (Throwable checked) { // declared by the method; no caller of an operator expects it
      throw new IllegalStateException("a kernel threw a checked exception", checked);
    }
  }

  /**
   * The results of a method: none, one value, or several, which are the components of a record.
   *
   * @param java the type as declared
   * @param single the single result, or null
   * @param tuple the record of several results, or null
   */
  record Results(Type java, JavaValue single, JavaTuple tuple) {
    static Results of(MethodHandles.Lookup lookup, Type java) {
      if (java == void.class) {
        return new Results(java, null, null);
      }
      boolean isTuple =
          java instanceof Class<?> type
              && type.isRecord()
              && !type.isAnnotationPresent(CustomClass.class)
              && PlainValues.of(java) == null;
      return isTuple
          ? new Results(java, null, JavaTuple.of(lookup, (Class<?>) java))
          : new Results(java, JavaValue.of(lookup, java), null);
    }

    /** Returns the Java type of a result. */
    Type java(int index) {
      return single != null ? java : tuple.components().get(index).java();
    }

    /** Pushes the results of the method. */
    void push(Stack stack, Object result) {
      if (single != null) {
        single.push(stack, result);
      } else if (tuple != null) {
        for (int i = 0; i < tuple.components().size(); i++) {
          Object component = invoke(tuple.accessors().get(i), List.of(result));
          tuple.components().get(i).push(stack, component);
        }
      }
    }

    Class<?> carrier() {
      if (single != null) {
        return single.carrier();
      }
      return tuple == null ? void.class : Object.class;
    }

    List<SchemaType> types() {
      if (single != null) {
        return List.of(single.type());
      }
      return tuple == null ? List.of() : tuple.types();
    }
  }
}
