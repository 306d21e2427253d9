package jackfield.aten;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class VarargsTest {
  private static List<Method> variable() {
    return Arrays.stream(Aten.class.getMethods()).filter(Method::isVarArgs).toList();
  }

  /** Returns the parameter types of the method if it had one integer less before its list. */
  private static List<Class<?>> shorter(Method method) {
    List<Class<?>> types = new ArrayList<>(List.of(method.getParameterTypes()));
    if (types.size() > 1 && types.get(types.size() - 2) == long.class) {
      types.remove(types.size() - 2);
    }
    return types;
  }

  private static boolean isAmbiguous(Method method) {
    List<Class<?>> shorter = shorter(method);
    return shorter.getLast() == long[].class
        && shorter.size() < method.getParameterCount()
        && variable().stream()
            .filter(other -> other.getName().equals(method.getName()))
            .anyMatch(other -> List.of(other.getParameterTypes()).equals(shorter));
  }

  /** With {@code randint(long, long...)} no call of {@code randint(0, 10, 5)} would compile. */
  @Test
  void noListOfIntegersMakesACallAmbiguous() {
    assertThat(variable()).hasSizeGreaterThan(300);
    Stream<Method> ambiguous = variable().stream().filter(VarargsTest::isAmbiguous);
    assertThat(ambiguous).isEmpty();
  }
}
