package jackfield.dispatch;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A Java method as a kernel. It is called through a method handle that takes all arguments in one
 * list, which suits operators that no generator has written adapters for.
 */
final class MethodKernel implements BoxedKernel {
  private final MethodHandle handle;
  private final boolean takesKeys;
  private final List<JavaValue> parameters;
  private final JavaValue.Results results;

  private MethodKernel(
      MethodHandle handle,
      boolean takesKeys,
      List<JavaValue> parameters,
      JavaValue.Results results) {
    this.handle = handle;
    this.takesKeys = takesKeys;
    this.parameters = parameters;
    this.results = results;
  }

  static MethodKernel of(MethodHandles.Lookup lookup, Object target, Method method) {
    try {
      MethodHandle handle = lookup.unreflect(method);
      List<Type> types = Arrays.asList(method.getGenericParameterTypes());
      boolean takesKeys = !types.isEmpty() && types.getFirst() == DispatchKeySet.class;
      return new MethodKernel(
          target == null ? handle : handle.bindTo(target),
          takesKeys,
          types.stream().skip(takesKeys ? 1 : 0).map(JavaValue::of).toList(),
          JavaValue.Results.of(lookup, method.getGenericReturnType()));
    } catch (IllegalAccessException hidden) {
      throw JavaValue.refused(method.toString(), "is not accessible: " + hidden.getMessage());
    }
  }

  KernelSignature signature() {
    return new KernelSignature(parameters.stream().map(JavaValue::type).toList(), results.types());
  }

  @Override
  public void call(Operator operator, long keys, Stack stack) {
    int count = parameters.size();
    List<Object> arguments = new ArrayList<>(count + 1);
    if (takesKeys) {
      arguments.add(new DispatchKeySet(keys));
    }
    for (int i = 0; i < count; i++) {
      arguments.add(parameters.get(i).read(stack, stack.fromTop(count, i)));
    }
    Object result = invoke(handle, arguments);
    stack.drop(count);
    results.push(stack, result);
  }

  static Object invoke(MethodHandle method, List<Object> arguments) {
    try {
      return method.invokeWithArguments(arguments);
    } catch (RuntimeException | Error unchecked) {
      throw unchecked;
    } catch (Throwable checked) { // the method declares it; no caller of an operator expects it
      throw new IllegalStateException("a kernel threw a checked exception", checked);
    }
  }
}
