package jackfield.dispatcher.impl.c10;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.kernel.KernelFunction;
import jackfield.kernel.Operator;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.key.KeySets;
import jackfield.tensor.Tensor;
import java.lang.invoke.MethodHandles;
import org.junit.jupiter.api.Test;

/**
 * {@code OperatorRegistrationTest} of PyTorch's {@code op_registration_test.cpp}: kernels that take
 * the key set of the call and redispatch below their own key.
 */
final class KeySetConventionTest {
  private static final String DUMMY = "_test::dummy";
  private static final ArrayOperator.Type TYPE =
      new ArrayOperator.Type("_test::dummy(Tensor dummy) -> Tensor");
  private static final Tensor X =
      TestProcess.tensor(KeySets.ofTensor(DispatchKey.CPU.bits()) | DispatchKey.TRACER.bits());

  private final TestProcess process = new TestProcess();

  /** A kernel method that takes the key set and redispatches boxed, as in a library. */
  final class Forwarding {
    private final DispatchKey own;

    Forwarding(DispatchKey own) {
      this.own = own;
    }

    Tensor run(DispatchKeySet keys, Tensor x) {
      process.note(own.toString());
      var stack = Values.stackOf(x);
      Operator operator = process.dispatcher().operator(DUMMY);
      operator.redispatchBoxed(keys.and(DispatchKeySet.fullAfter(own)).bits(), stack);
      return stack.tensor(0);
    }
  }

  /** The last kernel, which does not use the key set. */
  final class Last {
    Tensor run(Tensor x) {
      process.note("CPU");
      return x;
    }
  }

  private TestProcess.At method(DispatchKey key) {
    return new TestProcess.At(
        key, Unboxed.method(MethodHandles.lookup(), new Forwarding(key), "run"));
  }

  private TestProcess.At last() {
    return new TestProcess.At(
        DispatchKey.CPU, Unboxed.method(MethodHandles.lookup(), new Last(), "run"));
  }

  private TestProcess.At typed(DispatchKey key) {
    return new TestProcess.At(
        key,
        KernelFunction.typed(
            TYPE,
            (keys, arguments) -> {
              process.note(key.toString());
              return process
                  .dispatcher()
                  .operator(TYPE)
                  .redispatch(DispatchKeySet.below(keys, key), arguments);
            }));
  }

  private void requireAllRanTyped() {
    assertThat(process.dispatcher().operator(TYPE).call(X)).isSameAs(X);
    assertThat(process.ran()).containsExactly("Tracer", "AutogradCPU", "CPU");
  }

  private void requireAllRanBoxed() {
    assertThat(process.call(DUMMY, X).tensor(0)).isSameAs(X);
    assertThat(process.ran()).containsExactly("Tracer", "AutogradCPU", "CPU");
  }

  @Test
  void callKernelsWithDispatchKeySetConvention_call_redispatchesToLowerPriorityKernels() {
    process.op(
        TYPE.schema().toString(),
        typed(DispatchKey.TRACER),
        typed(DispatchKey.AUTOGRAD_CPU),
        last());
    requireAllRanTyped();
  }

  @Test
  void callKernelsWithDispatchKeySetConvention_callBoxed_redispatchesToLowerPriorityKernels() {
    process.op(
        TYPE.schema().toString(),
        method(DispatchKey.TRACER),
        method(DispatchKey.AUTOGRAD_CPU),
        last());
    requireAllRanBoxed();
  }

  @Test
  void
      callKernelsWithDispatchKeySetConvention_mixedCallingConventions_redispatchesToLowerPriorityKernels() {
    process.op(
        TYPE.schema().toString(),
        typed(DispatchKey.TRACER),
        method(DispatchKey.AUTOGRAD_CPU),
        last());
    requireAllRanTyped();
    requireAllRanBoxed();
  }
}
