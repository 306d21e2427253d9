package jackfield.dispatcher.impl.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.boxing.JavaKernel;
import jackfield.boxing.RegistrationRefused;
import jackfield.dispatch.Registration;
import jackfield.dispatcher.impl.registry.Concat;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Provenance;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import jackfield.schema.SchemaDifference;
import jackfield.schema.SchemaMismatch;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SignatureTest {
  private static final OperatorName NAME = Concat.TYPE.name();

  private final LocalDispatcher dispatcher = new LocalDispatcher();

  /** Two results. */
  record Pair(Tensor tensor, long number) {}

  /** Kernels by name. */
  static final class Kernels {
    private DispatchKeySet seen;

    Pair pair(DispatchKeySet keys, Tensor x, Optional<Long> n) {
      seen = keys;
      return new Pair(x, n.orElse(-1L));
    }

    static String join(List<Tensor> all, List<Optional<Tensor>> some, Scalar s, long[] sizes) {
      return all.size()
          + " "
          + some.stream().filter(Optional::isPresent).count()
          + " "
          + s
          + " "
          + sizes.length;
    }

    static void unknown(Set<String> texts) {
      texts.clear();
    }
  }

  private final Kernels kernels = new Kernels();

  private KernelFunction kernel(String name) {
    Method method =
        Arrays.stream(Kernels.class.getDeclaredMethods())
            .filter(each -> each.getName().equals(name))
            .findFirst()
            .orElseThrow();
    return JavaKernel.method(MethodHandles.lookup(), name.equals("pair") ? kernels : null, method);
  }

  private Registration register(OperatorName name, KernelFunction kernel) {
    return dispatcher.commit(
        Provenance.of("test"), changes -> changes.kernel(name, DispatchKey.CPU, kernel));
  }

  private Registration define(String schema) {
    return dispatcher.commit(
        Provenance.of("library"), changes -> changes.define(OperatorSchema.parse(schema)));
  }

  @Test
  void aMethodsTypesAreItsSchema() {
    assertThat(kernel("pair").signature().orElseThrow())
        .hasToString("(Tensor, int?) -> (Tensor, int)");
    assertThat(kernel("join").signature().orElseThrow())
        .hasToString("(Tensor[], Tensor?[], Scalar, int[]) -> str");
  }

  @Test
  void aTypeWithoutCounterpartIsRefused() {
    RegistrationRefused refused =
        catchThrowableOfType(RegistrationRefused.class, () -> kernel("unknown"));
    assertThat(refused.kind()).isEqualTo(RegistrationRefused.Kind.SCHEMA_NOT_INFERABLE);
    assertThat(refused.subject()).contains("Set<");
  }

  @Test
  void aMethodTakesItsArgumentsFromTheStackAndTheKeySetOfTheCall() {
    define("t::pair(Tensor x, int? n) -> (Tensor, int)");
    register(OperatorName.parse("t::pair"), kernel("pair"));
    Tensor x = HostData.tensor(new float[] {1}, 1);
    Stack stack = new Stack().push(x).push(null);
    dispatcher.operator("t::pair").callBoxed(stack);
    assertThat(stack.tensor(0)).isSameAs(x);
    assertThat(stack.longAt(1)).isEqualTo(-1);
    assertThat(kernels.seen.highestKey()).isEqualTo(DispatchKey.CPU);
  }

  @Test
  void aMethodTakesListsAndNumbers() {
    define("t::join(Tensor[] a, Tensor?[] b, Scalar s, int[] n) -> str");
    register(OperatorName.parse("t::join"), kernel("join"));
    Tensor x = HostData.tensor(new float[] {1}, 1);
    Stack stack = new Stack();
    stack.push(new Tensor[] {x, x}).push(Arrays.asList(x, null)).pushLong(4).push(new long[3]);
    dispatcher.operator("t::join").callBoxed(stack);
    assertThat(stack.string(0)).isEqualTo("2 1 4 3");
  }

  @Test
  void theFirstKernelFixesTheSignature() {
    register(NAME, kernel("pair"));
    RegistrationRefused refused =
        catchThrowableOfType(RegistrationRefused.class, () -> register(NAME, kernel("join")));
    assertThat(refused.kind()).isEqualTo(RegistrationRefused.Kind.KERNEL_SIGNATURE_MISMATCH);
    assertThat(dispatcher.report(NAME).orElseThrow().registrations()).isOne();
  }

  @Test
  void aTypedKernelFixesTheSignatureThoughItIsDerivedLater() {
    KernelFunction typed = KernelFunction.typed(Concat.TYPE, (Concat.Kernel) (_, text) -> text);
    dispatcher.commit(Provenance.of("library"), changes -> changes.define(Concat.TYPE.schema()));
    register(NAME, typed);
    register(NAME, typed);

    RegistrationRefused refused =
        catchThrowableOfType(RegistrationRefused.class, () -> register(NAME, kernel("pair")));
    assertThat(refused.kind()).isEqualTo(RegistrationRefused.Kind.KERNEL_SIGNATURE_MISMATCH);
    assertThat(dispatcher.operator(Concat.TYPE)).isNotNull();
    assertThat(dispatcher.report(NAME).orElseThrow().signature().orElseThrow().types())
        .hasToString("(Tensor, str) -> str");
  }

  @Test
  void theSignatureOfATypedKernelOutlivesIt() {
    Registration name = dispatcher.commit(Provenance.of("other"), changes -> changes.name(NAME));
    register(NAME, KernelFunction.typed(Concat.TYPE, (Concat.Kernel) (_, text) -> text)).close();

    RegistrationRefused refused =
        catchThrowableOfType(RegistrationRefused.class, () -> register(NAME, kernel("pair")));
    assertThat(refused).hasMessageContaining("(Tensor, str) -> str as that at CPU (test)");
    name.close();
    assertThat(register(NAME, kernel("pair"))).isNotNull();
  }

  @Test
  void aTypedOperatorNeedsTheKernelsSignature() {
    try (Registration other = register(NAME, kernel("pair"))) {
      assertThat(other).isNotNull();
      RegistrationRefused refused =
          catchThrowableOfType(RegistrationRefused.class, () -> dispatcher.operator(Concat.TYPE));
      assertThat(refused.kind()).isEqualTo(RegistrationRefused.Kind.WRONG_SIGNATURE);
    }
    assertThat(dispatcher.operator(Concat.TYPE)).isNotNull();
  }

  @Test
  void aDefinitionMustFitTheKernelsThatAreThere() {
    register(NAME, kernel("pair"));
    SchemaMismatch mismatch =
        catchThrowableOfType(SchemaMismatch.class, () -> define(Concat.TYPE.schema().toString()));
    assertThat(mismatch.difference()).get().isInstanceOf(SchemaDifference.ReturnCount.class);
    assertThat(dispatcher.dangling()).containsExactly(NAME);
  }
}
