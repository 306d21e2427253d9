package jackfield.dispatcher.impl.c10;

import static jackfield.dispatcher.impl.c10.TestProcess.plain;
import static jackfield.dispatcher.impl.c10.TestProcess.withGrad;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.boxing.RegistrationRefused.Kind;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.NoSuchOperator;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.library.LibraryBlock;
import jackfield.library.LibraryKernel;
import jackfield.tensor.Tensor;
import java.lang.invoke.MethodHandles;
import org.junit.jupiter.api.Test;

/** PyTorch's {@code kernel_stackbased_test.cpp}: kernels that work on the stack. */
public final class KernelStackbasedTest {
  private static final String MY_OP = "_test::my_op";
  private static final String SCHEMA = "my_op(Tensor dummy, int input) -> int";
  private static final Tensor CPU = plain(DispatchKey.CPU);
  private static final Tensor CUDA = plain(DispatchKey.CUDA);

  private final TestProcess process = new TestProcess();

  /** A signature. */
  public interface OfTensorAndLong {
    long call(Tensor dummy, long input);
  }

  /** Returns a kernel that replaces its arguments by the last of them and {@code added}. */
  private static LibraryKernel adding(DispatchKey key, int added) {
    return LibraryKernel.boxed(
            (operator, _, stack) -> {
              long input = stack.longAt(stack.size() - 1);
              stack.drop(operator.schema().arguments().size());
              stack.pushLong(input + added);
            })
        .at(key);
  }

  private void requireResult(String operator, Tensor dummy, long input, long result) {
    assertThat(process.call(operator, dummy, input).longAt(0)).isEqualTo(result);
  }

  @Test
  void givenKernel_whenRegistered_thenCanBeCalled() {
    process.define("_test").def(SCHEMA).impl("my_op", adding(DispatchKey.CPU, 1));
    requireResult(MY_OP, CPU, 5, 6);
  }

  @Test
  void givenMultipleOperatorsAndKernels_whenRegisteredInOneRegistrar_thenCallsRightKernel() {
    process
        .define("_test")
        .def(SCHEMA)
        .impl("my_op", adding(DispatchKey.CPU, 1))
        .impl("my_op", adding(DispatchKey.CUDA, -1))
        .def("error(Tensor dummy, int input) -> int")
        .impl("error", adding(DispatchKey.CPU, 100))
        .impl("error", adding(DispatchKey.CUDA, 100));
    requireResult(MY_OP, CPU, 5, 6);
    requireResult(MY_OP, CUDA, 5, 4);
  }

  @Test
  void givenMultipleOperatorsAndKernels_whenRegisteredInMultipleRegistrars_thenCallsRightKernel() {
    process.define("_test").def(SCHEMA).def("error(Tensor dummy, int input) -> int");
    process.implement("_test", DispatchKey.CPU).impl("my_op", adding(DispatchKey.CPU, 1));
    process.implement("_test", DispatchKey.CUDA).impl("my_op", adding(DispatchKey.CUDA, -1));
    process.implement("_test", DispatchKey.CPU).impl("error", adding(DispatchKey.CPU, 100));
    requireResult(MY_OP, CPU, 5, 6);
    requireResult(MY_OP, CUDA, 5, 4);
  }

  @Test
  void givenKernel_whenRegistrationRunsOutOfScope_thenCannotBeCalledAnymore() {
    LibraryBlock definition =
        process.define("_test").def(SCHEMA).impl("my_op", adding(DispatchKey.CPU, 1));
    LibraryBlock cuda = process.implement("_test", DispatchKey.CUDA);
    cuda.impl("my_op", adding(DispatchKey.CUDA, -1));
    requireResult(MY_OP, CUDA, 5, 4);
    cuda.close();
    requireResult(MY_OP, CPU, 5, 6);
    assertThat(process.missing(MY_OP, CUDA, 5).key()).isEqualTo(DispatchKey.CUDA);
    definition.close();
    assertThat(catchThrowableOfType(NoSuchOperator.class, () -> process.call(MY_OP, CPU, 5)))
        .hasMessageContaining(MY_OP);
  }

  @Test
  void givenKernelWithoutInputs_whenRegistered_thenCanBeCalled() {
    process
        .define("_test")
        .def("no_inputs() -> ()")
        .impl("no_inputs", LibraryKernel.of(process.boxed("kernel")));
    assertThat(process.ranIn("_test::no_inputs")).containsExactly("kernel");
  }

  @Test
  void givenKernelWithoutTensorInputs_whenRegistered_thenCanBeCalled() {
    process.define("_test").def("no_tensors(int input) -> int");
    process.implement("_test", null).impl("no_tensors", adding(null, 1));
    assertThat(process.call("_test::no_tensors", 3).longAt(0)).isEqualTo(4);
  }

  @Test
  void
      givenKernel_whenRegisteredWithoutSpecifyingSchema_thenFailsBecauseItCannotInferFromStackBasedKernel() {
    LibraryBlock library = process.define("_test");
    assertThat(TestProcess.refusal(() -> library.def("my_op", adding(DispatchKey.CPU, 1))))
        .isEqualTo(Kind.SCHEMA_NOT_INFERABLE);
    assertThat(process.dispatcher().operators()).isEmpty();
  }

  @Test
  void givenKernel_whenRegistered_thenCanAlsoBeCalledUnboxed() {
    process.define("_test").def(SCHEMA).impl("my_op", adding(DispatchKey.CPU, 1));
    OfTensorAndLong function =
        process.dispatcher().function(MY_OP, MethodHandles.lookup(), OfTensorAndLong.class);
    assertThat(function.call(CPU, 3)).isEqualTo(4);
  }

  @Test
  void callKernelsWithDispatchKeySetConvention_redispatchesToLowerPriorityKernels() {
    KernelFunction above =
        KernelFunction.boxed((operator, keys, stack) -> {
          process.note("AutogradCPU");
          operator.redispatchBoxed(DispatchKeySet.below(keys, DispatchKey.AUTOGRAD_CPU), stack);
        });
    process
        .define("_test")
        .def("my_op(Tensor dummy) -> ()")
        .impl("my_op", LibraryKernel.of(process.boxed("CPU")).at(DispatchKey.CPU))
        .impl("my_op", LibraryKernel.of(above).at(DispatchKey.AUTOGRAD_CPU));
    assertThat(process.ranIn(MY_OP, withGrad(DispatchKey.CPU)))
        .containsExactly("AutogradCPU", "CPU");
  }
}
