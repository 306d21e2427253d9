package jackfield.feature.autograd.function;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import org.junit.jupiter.params.provider.Arguments;

/** Makes the arguments of {@link FormulasTest}: a name, a function and the sizes of its inputs. */
final class FormulaCases {
  private FormulaCases() {}

  static Arguments one(String name, FormulasTest.Function function) {
    return arguments(name, function, new long[][] {{2, 3}});
  }

  static Arguments two(String name, FormulasTest.Function function, long[] first, long... second) {
    return arguments(name, function, new long[][] {first, second});
  }

  static long[] sizes(long... sizes) {
    return sizes;
  }
}
