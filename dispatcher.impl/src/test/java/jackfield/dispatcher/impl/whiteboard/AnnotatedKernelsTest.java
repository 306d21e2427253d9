package jackfield.dispatcher.impl.whiteboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.boxing.RegistrationRefused;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.kernel.Provenance;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.key.UnknownKey;
import jackfield.schema.OperatorName;
import jackfield.schema.SchemaMismatch;
import jackfield.spi.Backend;
import jackfield.spi.Kernel;
import jackfield.spi.KernelHost;
import jackfield.spi.KernelRegistrar;
import jackfield.spi.Library;
import jackfield.spi.OperatorLibrary;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class AnnotatedKernelsTest {
  private final LocalDispatcher dispatcher = new LocalDispatcher();
  private final Whiteboard whiteboard = new Whiteboard(dispatcher);

  /** Two operators, one by schema and one inferred. */
  static final class Numbers implements KernelHost {
    private final long step;

    Numbers(long step) {
      this.step = step;
    }

    @Kernel("acme::next(int n) -> int")
    long next(long n) {
      return n + step;
    }

    @Kernel(value = "acme::half", defines = true)
    static double half(double n) {
      return n / 2;
    }

    @Kernel(value = "acme::next", key = "AutogradCPU")
    static long gradient(DispatchKeySet keys, long n) {
      return keys.highestKey() == DispatchKey.AUTOGRAD_CPU ? -n : 0;
    }
  }

  /** A library whose operators are methods. */
  static final class Texts implements OperatorLibrary {
    @Override
    public String namespace() {
      return "texts";
    }

    @Override
    public void define(Library library) {
      library.define("join(str a, str b) -> str");
    }

    @Kernel("join")
    String join(String a, String b) {
      return a + b;
    }
  }

  /** A backend whose kernels are methods. */
  static final class Device implements Backend {
    @Override
    public String device() {
      return "cuda";
    }

    @Override
    public void register(KernelRegistrar kernels) {} // all are methods

    @Kernel("acme::next")
    long next(long n) {
      return n;
    }
  }

  /** One method that fits and one whose types have no counterpart. */
  static final class Unfit implements KernelHost {
    @Kernel(value = "acme::fine", defines = true)
    long fine(long n) {
      return n;
    }

    @Kernel(value = "acme::unfit", defines = true)
    void unfit(Set<String> texts) {
      texts.clear();
    }
  }

  /** A method that does not fit its own schema. */
  static final class Mismatched implements KernelHost {
    @Kernel("acme::next(int n, int m) -> int")
    long next(long n) {
      return n;
    }
  }

  /** A method at a key that is none. */
  static final class Nowhere implements KernelHost {
    @Kernel(value = "acme::next", key = "Nowhere")
    long next(long n) {
      return n;
    }
  }

  private void plug(KernelHost host) {
    whiteboard.plug(host, Provenance.of("acme"), 0);
  }

  private Object call(String operator, Object... arguments) {
    Stack stack = new Stack();
    for (Object argument : arguments) {
      stack.pushValue(argument);
    }
    dispatcher.operator(operator).callBoxed(stack);
    return stack.value(0);
  }

  @Test
  void methodsAreKernelsWhileTheirComponentIsThere() {
    Numbers numbers = new Numbers(5);
    plug(numbers);
    assertThat(call("acme::next", 2L)).isEqualTo(7L);
    assertThat(call("acme::half", 3.0)).isEqualTo(1.5);
    assertThat(dispatcher.operator("acme::half").schema())
        .hasToString("acme::half(float _0) -> float _0");
    assertThat(whiteboard.plugged())
        .singleElement()
        .satisfies(plugged -> assertThat(plugged.kernels()).isEqualTo(3));
    assertThat(dispatcher.generation()).isOne();
    whiteboard.unplug(numbers);
    assertThat(dispatcher.operators()).isEmpty();
  }

  @Test
  void aKeyIsNamed() {
    plug(new Numbers(5));
    assertThat(dispatcher.report(OperatorName.parse("acme::next")).orElseThrow().kernels())
        .containsOnlyKeys(DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD, DispatchKey.AUTOGRAD_CPU);
  }

  @Test
  void aLibrarysMethodsAreInItsNamespace() {
    whiteboard.plug(new Texts(), Provenance.of("texts"), 0);
    assertThat(call("texts::join", "a", "b")).isEqualTo("ab");
  }

  @Test
  void aBackendsMethodsAreAtItsKey() {
    whiteboard.plug(new Device(), Provenance.of("device"), 0);
    assertThat(dispatcher.report(OperatorName.parse("acme::next")).orElseThrow().kernels())
        .containsOnlyKeys(DispatchKey.CUDA);
  }

  @Test
  void oneUnfitMethodRefusesTheWholeComponent() {
    RegistrationRefused refused =
        catchThrowableOfType(RegistrationRefused.class, () -> plug(new Unfit()));
    assertThat(refused.kind()).isEqualTo(RegistrationRefused.Kind.SCHEMA_NOT_INFERABLE);
    assertThat(dispatcher.operators()).isEmpty();
    assertThat(whiteboard.plugged()).isEmpty();
  }

  @Test
  void aMethodOfOtherTypesThanItsSchemaRefusesTheComponent() {
    SchemaMismatch mismatch =
        catchThrowableOfType(SchemaMismatch.class, () -> plug(new Mismatched()));
    assertThat(mismatch.difference()).isPresent();
    assertThat(dispatcher.operators()).isEmpty();
  }

  @Test
  void anUnknownKeyRefusesTheComponent() {
    assertThat(catchThrowableOfType(UnknownKey.class, () -> plug(new Nowhere()))).isNotNull();
    assertThat(dispatcher.operators()).isEmpty();
  }
}
