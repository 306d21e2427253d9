package jackfield.dispatcher.impl.c10;

import static jackfield.dispatcher.impl.c10.TestProcess.plain;
import static jackfield.dispatcher.impl.c10.TestProcess.withGrad;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.kernel.AmbiguousKernel;
import jackfield.kernel.KernelFunction;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.library.LibraryKernel;
import jackfield.schema.OperatorName;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * {@code NewOperatorRegistrationTest} of PyTorch's {@code op_registration_test.cpp}: which kernel
 * of a library a call finds. A plain tensor has no autograd key.
 */
final class NewOperatorDispatchTest {
  private static final String FN = "test::fn";
  private static final DispatchKey[] BACKENDS = {
    DispatchKey.CPU, DispatchKey.XLA, DispatchKey.LAZY, DispatchKey.SPARSE_CPU
  };

  private final TestProcess process = new TestProcess();

  /** Defines the operator with kernels named after their keys. */
  private void define(DispatchKey... keys) {
    process.define("test").def("fn(Tensor dummy) -> ()");
    for (DispatchKey key : keys) {
      add(key);
    }
  }

  private void add(DispatchKey key) {
    process.implement("test", key).impl("fn", process.noting(key.toString()));
  }

  private void requirePlain(DispatchKey tensor, DispatchKey kernel) {
    assertThat(process.ranIn(FN, plain(tensor)))
        .as("%s", tensor)
        .containsExactly(kernel.toString());
  }

  private void requireWithGrad(DispatchKey tensor, DispatchKey kernel) {
    assertThat(process.ranIn(FN, withGrad(tensor)))
        .as("%s with grad", tensor)
        .containsExactly(kernel.toString());
  }

  private void requireBoth(DispatchKey tensor, DispatchKey kernel) {
    requirePlain(tensor, kernel);
    requireWithGrad(tensor, kernel);
  }

  /** Despite the test's name, the catch-all kernel is called. */
  @Test
  void
      whenRegisteringBackendFallbackKernelAndCatchallKernelForSameBackend_thenCallsFallbackKernel() {
    process.fallback(DispatchKey.CPU, process.boxed("fallback"));
    process.define("test").def("fn(Tensor dummy) -> ()", process.noting("catch-all"));
    assertThat(process.ranIn(FN, plain(DispatchKey.CPU))).containsExactly("catch-all");
  }

  @Test
  void whenRegisteringAutogradKernelWithRegularKernel_thenCanCallRegularKernel() {
    define(DispatchKey.CPU, DispatchKey.AUTOGRAD);
    requirePlain(DispatchKey.CPU, DispatchKey.CPU);
  }

  @Test
  void dispatchWithCompositeImplicitAutogradKernel() {
    define(DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD);
    for (DispatchKey backend : BACKENDS) {
      requireBoth(backend, DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD);
    }
  }

  @Test
  void dispatchWithCompositeImplicitAutogradAndAutogradKernel() {
    define(DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD, DispatchKey.AUTOGRAD);
    requireBoth(DispatchKey.CPU, DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD);
  }

  @Test
  void dispatchWithCompositeImplicitAutogradAndCatchAllKernel() {
    define(DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD);
    process.implement("test", null).impl("fn", process.noting("catch-all"));
    assertThat(process.ranIn(FN, plain(DispatchKey.CPU))).containsExactly("catch-all");
    assertThat(process.ranIn(FN, withGrad(DispatchKey.CPU))).containsExactly("catch-all");
  }

  @Test
  @DisplayName("AutogradBackendOverridesCompositeImplicitAutogradKernel")
  void autogradBackendOverridesCompositeImplicitAutogradKernel() {
    define(DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD, DispatchKey.AUTOGRAD_CPU);
    requirePlain(DispatchKey.CPU, DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD);
    requireWithGrad(DispatchKey.CPU, DispatchKey.AUTOGRAD_CPU);
    requireBoth(DispatchKey.CUDA, DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD);
  }

  @Test
  @DisplayName("BackendOverridesCompositeImplicitAutogradKernel")
  void backendOverridesCompositeImplicitAutogradKernel() {
    define(DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD, DispatchKey.CPU);
    requireBoth(DispatchKey.CPU, DispatchKey.CPU);
    requireBoth(DispatchKey.CUDA, DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD);
  }

  @Test
  void dispatchWithCompositeExplicitAutogradKernel() {
    define(DispatchKey.COMPOSITE_EXPLICIT_AUTOGRAD);
    for (DispatchKey backend : BACKENDS) {
      requireBoth(backend, DispatchKey.COMPOSITE_EXPLICIT_AUTOGRAD);
    }
  }

  @Test
  void dispatchWithCompositeExplicitAutogradAndCompositeImplicitAutogradKernel() {
    define(DispatchKey.COMPOSITE_EXPLICIT_AUTOGRAD, DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD);
    for (DispatchKey backend : BACKENDS) {
      requireBoth(backend, DispatchKey.COMPOSITE_EXPLICIT_AUTOGRAD);
    }
  }

  @Test
  @DisplayName("BackendOverridesCompositeExplicitAutogradKernel")
  void backendOverridesCompositeExplicitAutogradKernel() {
    define(DispatchKey.COMPOSITE_EXPLICIT_AUTOGRAD, DispatchKey.CPU);
    requireBoth(DispatchKey.CPU, DispatchKey.CPU);
    requireBoth(DispatchKey.CUDA, DispatchKey.COMPOSITE_EXPLICIT_AUTOGRAD);
  }

  @Test
  void dispatch() {
    process
        .define("test")
        .def("fn_cpu", process.noting("CPU").at(DispatchKey.CPU))
        .def("fn_cuda", process.noting("CUDA").at(DispatchKey.CUDA))
        .def("fn_autograd", process.noting("Autograd").at(DispatchKey.AUTOGRAD));
    assertThat(process.ranIn("test::fn_cpu", plain(DispatchKey.CPU))).containsExactly("CPU");
    assertThat(process.ranIn("test::fn_cuda", plain(DispatchKey.CUDA))).containsExactly("CUDA");
    assertThat(process.ranIn("test::fn_autograd", withGrad(DispatchKey.CPU)))
        .containsExactly("Autograd");
    assertThat(process.missing("test::fn_cpu", plain(DispatchKey.CUDA)).key())
        .isEqualTo(DispatchKey.CUDA);
  }

  @Test
  void dispatchAutogradPrecedence() {
    define(DispatchKey.CPU);
    requireBoth(DispatchKey.CPU, DispatchKey.CPU);
    add(DispatchKey.AUTOGRAD);
    requirePlain(DispatchKey.CPU, DispatchKey.CPU);
    requireWithGrad(DispatchKey.CPU, DispatchKey.AUTOGRAD);
    add(DispatchKey.AUTOGRAD_CPU);
    requirePlain(DispatchKey.CPU, DispatchKey.CPU);
    requireWithGrad(DispatchKey.CPU, DispatchKey.AUTOGRAD_CPU);
  }

  @Test
  void throwsWhenRegisterToBackendMapsToAutogradOther() {
    define(DispatchKey.FPGA, DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD);
    requirePlain(DispatchKey.FPGA, DispatchKey.FPGA);
    AmbiguousKernel ambiguous =
        catchThrowableOfType(
            AmbiguousKernel.class, () -> process.call(FN, withGrad(DispatchKey.FPGA)));
    assertThat(ambiguous.operator()).isEqualTo(OperatorName.parse(FN));
    assertThat(ambiguous.registered()).anyMatch(row -> row.startsWith("FPGA "));
    assertThat(process.ran()).isEmpty();
  }

  private void requirePair(String kernel, DispatchKey first, DispatchKey second) {
    assertThat(process.ranIn("test::two", plain(first), plain(second))).containsExactly(kernel);
  }

  @Test
  void dispatchMultipleTensors() {
    DispatchKey foreign = DispatchKey.PRIVATE_USE_1;
    process.define("test").def("two(Tensor a, Tensor b) -> ()");
    addTwo(DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD);
    addTwo(foreign);
    requirePair("PrivateUse1", foreign, DispatchKey.CPU);
    requirePair("PrivateUse1", DispatchKey.CPU, foreign);
    requirePair("PrivateUse1", foreign, foreign);
    requirePair("CompositeImplicitAutograd", DispatchKey.CPU, DispatchKey.CPU);
    process.fallback(DispatchKey.AUTOGRAD_PRIVATE_USE_1, KernelFunction.fallthrough());
    assertThat(process.ranIn("test::two", withGrad(foreign), withGrad(DispatchKey.CPU)))
        .containsExactly("PrivateUse1");
    addTwo(DispatchKey.AUTOGRAD_PRIVATE_USE_1);
    assertThat(process.ranIn("test::two", withGrad(foreign), withGrad(DispatchKey.CPU)))
        .containsExactly("AutogradPrivateUse1");
    requirePair("PrivateUse1", foreign, DispatchKey.CPU);
  }

  private void addTwo(DispatchKey key) {
    KernelFunction kernel = process.boxed(key.toString());
    process.implement("test", key).impl("two", LibraryKernel.of(kernel));
  }

  @Test
  void registerCompositeImplicitAutogradWithCPUKernel_andCallAutogradOtherKernel_callsComposite() {
    define(DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD, DispatchKey.CPU);
    requireWithGrad(DispatchKey.META, DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD);
  }

  @Test
  void dispatchMultiple() {
    define(DispatchKey.CPU, DispatchKey.CUDA, DispatchKey.AUTOGRAD);
    requirePlain(DispatchKey.CPU, DispatchKey.CPU);
    requirePlain(DispatchKey.CUDA, DispatchKey.CUDA);
    requireWithGrad(DispatchKey.CPU, DispatchKey.AUTOGRAD);
    requireWithGrad(DispatchKey.CUDA, DispatchKey.AUTOGRAD);
  }

  @Test
  @DisplayName("BackendSelectRedispatchesToCPU")
  void backendSelectRedispatchesToCPU() {
    define(DispatchKey.CPU);
    process
        .implement("test", DispatchKey.BACKEND_SELECT)
        .impl(
            "fn",
            LibraryKernel.boxed((operator, keys, stack) -> {
              process.note("BackendSelect");
              operator.redispatchBoxed(
                  DispatchKeySet.below(keys, DispatchKey.BACKEND_SELECT), stack);
            }));
    assertThat(process.ranIn(FN, plain(DispatchKey.CPU))).containsExactly("BackendSelect", "CPU");
  }
}
