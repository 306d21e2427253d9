package jackfield.dispatcher.impl.c10;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.kernel.KernelFunction;
import jackfield.key.DispatchKeySet;
import jackfield.schema.KernelSignature;
import jackfield.tensor.Tensor;
import java.lang.invoke.MethodHandles;
import org.junit.jupiter.api.Test;

/**
 * PyTorch's {@code CppSignature_test.cpp}. Types are compared as schemas do, so types that differ
 * in C++ only by reference or constness are equal here.
 */
final class CppSignatureTest {
  /** Kernels of which only the types matter. */
  static final class Kernels {
    static void none() {}

    static void ofLong(long n) {}

    static void ofLongAgain(Long n) {}

    static void ofTwo(long n, String text) {}

    static void ofTwoSwapped(String text, long n) {}

    static long returning(long n) {
      return n;
    }

    static void withKeys(DispatchKeySet keys, long n) {}

    void functor(long n) {}

    static String ofTensor(Tensor x, double y) {
      return x + " " + y;
    }
  }

  private static KernelSignature signature(String name) {
    KernelFunction kernel =
        name.equals("functor")
            ? Unboxed.method(MethodHandles.lookup(), new Kernels(), name)
            : Unboxed.function(MethodHandles.lookup(), Kernels.class, name);
    return kernel.signature().orElseThrow();
  }

  @Test
  void givenEqualSignature_thenAreEqual() {
    assertThat(signature("none")).isEqualTo(signature("none"));
    assertThat(signature("ofLong"))
        .isEqualTo(signature("ofLongAgain"))
        .hasSameHashCodeAs(signature("ofLongAgain"));
    assertThat(signature("withKeys"))
        .isEqualTo(signature("ofLong")); // the key set is not part of it
  }

  @Test
  void givenDifferentSignature_thenAreDifferent() {
    assertThat(signature("none")).isNotEqualTo(signature("ofLong"));
    assertThat(signature("ofLong")).isNotEqualTo(signature("returning"));
    assertThat(signature("ofLong")).isNotEqualTo(signature("ofTwo"));
    assertThat(signature("ofTwo")).isNotEqualTo(signature("ofTwoSwapped"));
  }

  @Test
  void givenEqualFunctorAndFunction_thenAreEqual() {
    assertThat(signature("functor")).isEqualTo(signature("ofLong"));
  }

  @Test
  void givenDifferentFunctorAndFunction_thenAreDifferent() {
    assertThat(signature("functor")).isNotEqualTo(signature("returning"));
  }

  @Test
  void givenCppSignature_thenCanNameIt() {
    assertThat(signature("ofTensor")).hasToString("(Tensor, float) -> str");
    assertThat(signature("none")).hasToString("() -> ()");
  }
}
