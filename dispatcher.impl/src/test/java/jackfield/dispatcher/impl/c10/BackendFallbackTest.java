package jackfield.dispatcher.impl.c10;

import static jackfield.dispatcher.impl.c10.TestProcess.plain;
import static org.assertj.core.api.Assertions.assertThat;

import jackfield.context.DispatchContext;
import jackfield.context.Guard;
import jackfield.kernel.BoxedKernel;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Operator;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.library.LibraryKernel;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** PyTorch's {@code backend_fallback_test.cpp}, with an operator and a composite one above it. */
final class BackendFallbackTest {
  private static final DispatchKey MODE = DispatchKey.TESTING_ONLY_GENERIC_MODE;
  private static final DispatchKey WRAPPER = DispatchKey.TESTING_ONLY_GENERIC_WRAPPER;

  private final TestProcess process = new TestProcess();

  @BeforeEach
  void define() {
    process
        .define("test")
        .def("part(Tensor x) -> Tensor")
        .def("whole(Tensor x) -> Tensor")
        .impl("part", LibraryKernel.boxed(noting("part")).at(DispatchKey.CPU))
        .impl(
            "whole",
            LibraryKernel.boxed((_, _, stack) -> {
              process.note("whole");
              process.dispatcher().operator("test::part").callBoxed(stack);
            }));
  }

  private BoxedKernel noting(String who) {
    return (_, _, _) -> process.note(who); // its argument stays on the stack as its result
  }

  /** Redispatches below the mode, so that nested calls of the kernel pass the mode again. */
  private void passOn(Operator operator, long keys, Stack stack) {
    process.note("mode " + operator.name().name());
    operator.redispatchBoxed(DispatchKeySet.below(keys, MODE), stack);
  }

  /** Calls with the mode excluded, so that nested calls of the kernel do not pass it. */
  private void callWithout(Operator operator, Stack stack) {
    process.note("mode " + operator.name().name());
    try (Guard guard = DispatchContext.current().exclude(MODE.bits())) {
      assertThat(guard).isNotNull();
      operator.callBoxed(stack);
    }
  }

  private void requireRan(String operator, String... who) {
    try (Guard guard = DispatchContext.current().include(MODE.bits())) {
      assertThat(guard).isNotNull();
      assertThat(process.ranIn(operator, plain(DispatchKey.CPU))).containsExactly(who);
    }
    assertThat(process.ranIn("test::part", plain(DispatchKey.CPU))).containsExactly("part");
  }

  @Test
  @DisplayName("TestBackendFallbackWithMode")
  void testBackendFallbackWithMode() {
    process.fallback(MODE, KernelFunction.boxed(this::passOn));
    requireRan("test::whole", "mode test::whole", "whole", "mode test::part", "part");
  }

  @Test
  @DisplayName("TestBackendFallbackWithMode, the mode excluded inside")
  void testBackendFallbackWithModeExcludedInside() {
    process.fallback(
        MODE, KernelFunction.boxed((operator, _, stack) -> callWithout(operator, stack)));
    requireRan("test::whole", "mode test::whole", "whole", "part");
  }

  @Test
  @DisplayName("TestBackendFallbackWithWrapper")
  void testBackendFallbackWithWrapper() {
    Tensor inner = plain(DispatchKey.CPU);
    process.fallback(
        WRAPPER,
        KernelFunction.boxed((operator, _, stack) -> {
          process.note("wrapper " + operator.name().name());
          stack.drop(1);
          operator.callBoxed(stack.push(inner));
        }));
    Stack result = process.call("test::whole", TestProcess.tensor(WRAPPER.bits()));
    assertThat(process.ran()).containsExactly("wrapper test::whole", "whole", "part");
    assertThat(result.tensor(0)).isSameAs(inner);
  }

  @Test
  @DisplayName("TestFallthroughBackendFallback")
  void testFallthroughBackendFallback() {
    process.implement("test", MODE).impl("part", LibraryKernel.boxed(this::passOn));
    process.fallback(MODE, KernelFunction.fallthrough());
    requireRan("test::whole", "whole", "mode test::part", "part");
  }
}
