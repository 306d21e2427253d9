package jackfield.dispatcher.impl.c10;

import static jackfield.dispatcher.impl.c10.TestProcess.plain;
import static jackfield.dispatcher.impl.c10.TestProcess.withGrad;
import static org.assertj.core.api.Assertions.assertThat;

import jackfield.kernel.KernelFunction;
import jackfield.kernel.Resolution;
import jackfield.key.DispatchKey;
import jackfield.schema.OperatorName;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * {@code OperatorRegistrationTest} of PyTorch's {@code op_registration_test.cpp}: fallbacks, and
 * kernels at autograd keys. A plain tensor has no autograd key.
 */
final class OperatorRegistrationAutogradTest {
  private static final String DUMMY = "_test::dummy";
  private static final String SCHEMA = "_test::dummy(Tensor dummy) -> ()";
  private static final String TEXT_SCHEMA = "_test::dummy(Tensor dummy, str input) -> ()";

  private final TestProcess process = new TestProcess();

  /** Registers a fallback that leaves its arguments on the stack, the second one changed. */
  private void fallback(DispatchKey key) {
    process.fallback(
        key,
        KernelFunction.boxed((operator, keys, stack) -> {
          String text = stack.string(1);
          stack.drop(1);
          stack.push(text + operator.schema().name());
        }));
  }

  @Test
  void whenRegisteringBackendFallbackKernel_thenCanBeCalled() {
    fallback(DispatchKey.CPU);
    process.op(TEXT_SCHEMA);
    assertThat(process.call(DUMMY, plain(DispatchKey.CPU), "hello ").string(1))
        .isEqualTo("hello _test::dummy");
  }

  @Test
  void whenRegisteringBackendFallbackKernelForWrongBackend_thenCannotBeCalled() {
    fallback(DispatchKey.CUDA);
    process.op(TEXT_SCHEMA);
    assertThat(process.missing(DUMMY, plain(DispatchKey.CPU), "hello ").key())
        .isEqualTo(DispatchKey.CPU);
  }

  private void fallbackForCpuAndKernelForCuda() {
    fallback(DispatchKey.CPU);
    process.op(TEXT_SCHEMA, process.boxedKernel(DispatchKey.CUDA, "CUDA"));
  }

  @Test
  void
      whenRegisteringBackendFallbackKernelAndRegularKernelForDifferentBackend_thenRegularKernelCanBeCalled() {
    fallbackForCpuAndKernelForCuda();
    assertThat(process.ranIn(DUMMY, plain(DispatchKey.CUDA), "hello ")).containsExactly("CUDA");
  }

  @Test
  void
      whenRegisteringBackendFallbackKernelAndRegularKernelForDifferentBackend_thenFallbackKernelCanBeCalled() {
    fallbackForCpuAndKernelForCuda();
    assertThat(process.call(DUMMY, plain(DispatchKey.CPU), "hello ").string(1))
        .isEqualTo("hello _test::dummy");
    assertThat(process.ran()).isEmpty();
  }

  @Test
  void whenRegisteringBackendFallbackKernelAndRegularKernelForSameBackend_thenCallsRegularKernel() {
    fallback(DispatchKey.CPU);
    process.op(TEXT_SCHEMA, process.boxedKernel(DispatchKey.CPU, "CPU"));
    assertThat(process.ranIn(DUMMY, plain(DispatchKey.CPU), "hello ")).containsExactly("CPU");
  }

  @Test
  void whenRegisteringAutogradKernel_thenCanCallAutogradKernel() {
    process.op(SCHEMA, process.kernel(DispatchKey.AUTOGRAD, "Autograd"));
    assertThat(process.missing(DUMMY, plain(DispatchKey.CPU)).key()).isEqualTo(DispatchKey.CPU);
    assertThat(process.ranIn(DUMMY, withGrad(DispatchKey.CPU))).containsExactly("Autograd");
  }

  @Test
  void whenRegisteringAutogradKernelWithRegularKernel_thenCanCallAutogradKernel() {
    process.op(
        SCHEMA,
        process.kernel(DispatchKey.CPU, "CPU"),
        process.kernel(DispatchKey.AUTOGRAD, "Autograd"));
    assertThat(process.ranIn(DUMMY, withGrad(DispatchKey.CPU))).containsExactly("Autograd");
  }

  @Test
  void whenRegisteringAutogradKernelWithCatchAllKernel_thenCanCallCatchallKernel() {
    process.op(
        SCHEMA, process.catchAll("catch-all"), process.kernel(DispatchKey.AUTOGRAD, "Autograd"));
    assertThat(process.ranIn(DUMMY, plain(DispatchKey.CPU))).containsExactly("catch-all");
    assertThat(process.ranIn(DUMMY, withGrad(DispatchKey.CPU))).containsExactly("catch-all");
  }

  private void requireOverriding(DispatchKey autograd, DispatchKey backend, DispatchKey other) {
    process.op(
        SCHEMA,
        process.kernel(DispatchKey.AUTOGRAD, "Autograd"),
        process.kernel(autograd, "overriding"));
    assertThat(process.missing(DUMMY, plain(backend)).key()).isEqualTo(backend);
    assertThat(process.ranIn(DUMMY, withGrad(backend))).containsExactly("overriding");
    assertThat(process.missing(DUMMY, plain(other)).key()).isEqualTo(other);
    assertThat(process.ranIn(DUMMY, withGrad(other))).containsExactly("Autograd");
  }

  @Test
  @DisplayName("AutogradBackendOverridesAutogradKernel")
  void autogradBackendOverridesAutogradKernel() {
    requireOverriding(DispatchKey.AUTOGRAD_CPU, DispatchKey.CPU, DispatchKey.CUDA);
  }

  @Test
  @DisplayName("AutogradXLAOverridesAutogradKernel")
  void autogradXLAOverridesAutogradKernel() {
    requireOverriding(DispatchKey.AUTOGRAD_XLA, DispatchKey.XLA, DispatchKey.CPU);
  }

  private void requireNotFilled(DispatchKey backend, DispatchKey autograd) {
    process.op(SCHEMA, process.catchAll("catch-all"));
    assertThat(process.ranIn(DUMMY, plain(backend))).containsExactly("catch-all");
    assertThat(process.ranIn(DUMMY, withGrad(backend))).containsExactly("catch-all");
    assertThat(reason(autograd)).isEqualTo(Resolution.Reason.MATH);
    process.implement("_test", backend).impl("dummy", process.noting("backend"));
    assertThat(reason(autograd)).isEqualTo(Resolution.Reason.BACKEND_FALLBACK);
    assertThat(process.ranIn(DUMMY, plain(backend))).containsExactly("backend");
    assertThat(process.ranIn(DUMMY, withGrad(backend))).containsExactly("backend");
  }

  private Resolution.Reason reason(DispatchKey key) {
    return process.dispatcher().table(OperatorName.parse(DUMMY)).row(key).reason();
  }

  @Test
  @DisplayName("whenRegisterWithXLAKernelAndCatchAll_AutogradXLAIsNotFilled")
  void whenRegisterWithXLAKernelAndCatchAll_AutogradXLAIsNotFilled() {
    requireNotFilled(DispatchKey.XLA, DispatchKey.AUTOGRAD_XLA);
  }

  @Test
  @DisplayName("whenRegisterWithLazyKernelAndCatchAll_AutogradLazyIsNotFilled")
  void whenRegisterWithLazyKernelAndCatchAll_AutogradLazyIsNotFilled() {
    requireNotFilled(DispatchKey.LAZY, DispatchKey.AUTOGRAD_LAZY);
  }
}
