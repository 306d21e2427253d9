package jackfield.boxing;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;

/** Finds the one abstract method of an interface, whose types define a signature. */
final class FunctionalMethod {
  private FunctionalMethod() {}

  static Method of(Class<?> signature) {
    List<Method> candidates =
        Arrays.stream(signature.getMethods())
            .filter(method -> Modifier.isAbstract(method.getModifiers()))
            .filter(method -> !isOfEveryObject(method))
            .toList();
    if (!signature.isInterface() || candidates.size() != 1) {
      throw JavaValue.refused(
          signature.getTypeName(),
          "is not an interface with one abstract method, found " + candidates.size());
    }
    return candidates.getFirst();
  }

  private static boolean isOfEveryObject(Method method) {
    return Arrays.stream(Object.class.getMethods())
        .anyMatch(each ->
            each.getName().equals(method.getName())
                && Arrays.equals(each.getParameterTypes(), method.getParameterTypes()));
  }
}
